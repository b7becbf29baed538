module example.com/uri/internal/house

go 1.24

require example.com/uri v0.0.0

replace example.com/uri => ../..
