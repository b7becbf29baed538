# The harness of Addressable::URI.
require "addressable/uri"
$stdout.sync = true
puts %({"parser":"Ruby Addressable","version":"#{Addressable::VERSION::STRING}","parts":["scheme","authority","userinfo","host","port","path","query","fragment"]})
STDIN.each_line do |line|
  id, hex = line.match(/"id":(\d+),"hex":"(\h*)"/).captures
  text = [hex].pack("H*").force_encoding("ISO-8859-1")
  begin
    u = Addressable::URI.parse(text)
    parts = {}
    stop = text.length
    put = ->(name, value) { parts[name] = [stop - value.length, stop]; stop -= value.length }
    parts["scheme"] = [0, u.scheme.length] if u.scheme
    (put["fragment", u.fragment]; stop -= 1) if u.fragment
    (put["query", u.query]; stop -= 1) if u.query
    put["path", u.path]
    if u.authority
      parts["authority"] = [stop - u.authority.length, stop]
      rest = u.authority.length - (u.userinfo ? u.userinfo.length + 1 : 0) - (u.host || "").length
      (parts["port"] = [stop - rest + 1, stop]; stop -= rest) if rest > 0
      put["host", u.host] if u.host
      (stop -= 1; put["userinfo", u.userinfo]) if u.userinfo
    end
    puts %({"id":#{id},"valid":true#{parts.map { |k, v| %(,"#{k}":[#{v[0]},#{v[1]}]) }.join}})
  rescue Addressable::URI::InvalidURIError
    puts %({"id":#{id},"valid":false})
  end
end
