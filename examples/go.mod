module example.com/uri/examples

go 1.24

require example.com/uri v0.0.0

replace example.com/uri => ../
