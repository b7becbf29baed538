# The harness of the Perl module URI, which refuses nothing: a text that it changes when it
# reads it is not valid for it.
use strict;
use warnings;
use URI;
$| = 1;
print qq({"parser":"Perl URI","version":"$URI::VERSION","parts":["scheme","authority","path","query","fragment"]}\n);
while (<STDIN>) {
    my ($id, $hex) = /"id":(\d+),"hex":"([0-9a-f]*)"/;
    my $text = pack "H*", $hex;
    my $u = URI->new($text);
    if ("$u" ne $text) { print qq({"id":$id,"valid":false}\n); next }
    my %part;
    my $end = length $text;
    my $put = sub { my ($name, $value) = @_; $part{$name} = [$end - length $value, $end]; $end -= length $value };
    if ($text =~ /^([A-Za-z][A-Za-z0-9.+-]*):/ && defined $u->_scheme) { $part{scheme} = [0, length $u->_scheme] }
    if (defined $u->fragment) { $put->("fragment", $u->fragment); $end-- }
    my $generic = $u->isa("URI::_generic") ? $u : bless \(my $copy = "$u"), "URI::_generic";
    if (defined $generic->query) { $put->("query", $generic->query); $end-- }
    $put->("path", $generic->path);
    $put->("authority", $generic->authority) if defined $generic->authority;
    print qq({"id":$id,"valid":true), (map { qq(,"$_":[$part{$_}[0],$part{$_}[1]]) } sort keys %part), "}\n";
}
