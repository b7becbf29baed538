# The harness of URI::RFC3986_Parser, Ruby's own.
require "uri"
$stdout.sync = true
puts %({"parser":"Ruby URI::RFC3986_Parser","version":"#{RUBY_VERSION}","parts":["scheme","userinfo","host","port","path","query","fragment"]})
parser = URI::RFC3986_Parser.new
STDIN.each_line do |line|
  id, hex = line.match(/"id":(\d+),"hex":"(\h*)"/).captures
  text = [hex].pack("H*").force_encoding("ISO-8859-1")
  begin
    scheme, userinfo, host, port, _registry, path, opaque, query, fragment = parser.split(text)
    parts = {}
    stop = text.length
    put = ->(name, value) { parts[name] = [stop - value.length, stop]; stop -= value.length }
    parts["scheme"] = [0, scheme.length] if scheme
    (put["fragment", fragment]; stop -= 1) if fragment
    if opaque # path and query in one
      path, query = opaque.split("?", 2)
    end
    (put["query", query]; stop -= 1) if query
    put["path", path || ""]
    if host
      (put["port", port]; stop -= 1) if port
      put["host", host]
      (stop -= 1; put["userinfo", userinfo]) if userinfo
    end
    puts %({"id":#{id},"valid":true#{parts.map { |k, v| %(,"#{k}":[#{v[0]},#{v[1]}]) }.join}})
  rescue URI::Error
    puts %({"id":#{id},"valid":false})
  end
end
