# Writes for each line of standard input the host that the module URI finds in it: in
# hexadecimal, or "-" if it refuses the line or knows of no host in URIs of this scheme.
use strict;
use warnings;
use URI;

if (($ARGV[0] // "") eq "version") {
	print "$URI::VERSION\n";
	exit;
}
while (my $line = <STDIN>) {
	chomp $line;
	my $host = eval {
		my $u = URI->new($line);
		$u->can("host") ? $u->host // "" : undef;
	};
	print defined $host ? "=" . unpack("H*", $host) : "-", "\n";
}
