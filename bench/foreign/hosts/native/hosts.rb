# Writes for each line of standard input the host that a parser of Ruby finds in it: in
# hexadecimal, or "-" if it refuses the line. The argument names the parser.
require "uri"
if ARGV[0] == "addressable"
  require "addressable/uri"
  host = ->(line) { Addressable::URI.parse(line).host }
else
  host = ->(line) { URI.parse(line).host }
end
if ARGV[1] == "version"
  puts ARGV[0] == "addressable" ? Addressable::VERSION::STRING : RUBY_VERSION
  exit
end
STDIN.each_line do |line|
  begin
    puts "=" + (host.call(line.chomp) || "").unpack1("H*")
  rescue StandardError
    puts "-"
  end
end
