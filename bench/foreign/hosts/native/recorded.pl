# Writes for each line of standard input, a text in hexadecimal, the host that a client of Perl finds in
# it: in hexadecimal, or "-" if it refuses the text. The argument names it.
use strict;
use warnings;

my %programs = (
	"perl:HTTP-Tiny" => sub {
		require HTTP::Tiny;
		require IO::Socket::IP; # makes the connection
		my ($host) = IO::Socket::IP->split_addr((HTTP::Tiny->_split_url(@_))[1]);
		$host =~ s/\0.*//s; # getaddrinfo takes a string of C
		$host;
	},
	"perl:URI" => sub { require URI; URI->new(@_)->host },
);
while (my $line = <STDIN>) {
	chomp $line;
	my $host = eval { $programs{$ARGV[0]}->(pack "H*", $line) };
	print defined $host ? "=" . unpack("H*", $host) : "-", "\n";
}
