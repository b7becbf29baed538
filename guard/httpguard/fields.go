package httpguard

import (
	"net/http"
	"strings"

	"example.com/uri/internal/ascii"
)

// proxyFields are the header fields that servers accept only because a proxy is expected to
// write or to remove them. A name that ends in "-" stands for all names that begin so. The
// second column says who defines or reads the field.
var proxyFields = []struct{ name, source string }{
	{"Client-Cert", "RFC 9440, 2.2"},
	{"Client-Cert-", "RFC 9440, 2.3"},
	{"Client-Ip", "Rails, ActionDispatch::RemoteIp"},
	{"Forwarded", "RFC 7239, 4"},
	{"Front-End-Https", "MDN, X-Forwarded-Proto"},
	{"Proxy", "CVE-2016-5385: CGI's HTTP_PROXY"},
	{"True-Client-Ip", "Akamai; chi, middleware.RealIP"},
	{"X-Accel-", "Rack::Sendfile"},
	{"X-Arr-", "Microsoft, Application Request Routing"},
	{"X-Client-Ip", "Apache, mod_remoteip"},
	{"X-Cluster-Client-Ip", "Rackspace, load balancers"},
	{"X-Envoy-", "Envoy, HTTP header sanitizing"},
	{"X-Forwarded", "a common misspelling of Forwarded"},
	{"X-Forwarded-", "RFC 7239, 1; MDN, X-Forwarded-For"},
	{"X-Host", "PortSwigger, Practical Web Cache Poisoning"},
	{"X-Http-Method", "OData 2.0"},
	{"X-Http-Method-Override", "Rack::MethodOverride; Express, method-override"},
	{"X-Method-Override", "Express, method-override"},
	{"X-Middleware-Subrequest", "CVE-2025-29927: Next.js"},
	{"X-Original-", "Microsoft, URL Rewrite (URL) and ForwardedHeaders (For, Host, Proto)"},
	{"X-Real-Ip", "nginx, ngx_http_realip_module"},
	{"X-Rewrite-Url", "CVE-2018-14773: Symfony"},
	{"X-Scheme", "ingress-nginx"},
	{"X-Script-Name", "Flask, ReverseProxied"},
	{"X-Sendfile-Type", "Rack::Sendfile"},
	{"X-Url-Scheme", "MDN, X-Forwarded-Proto"},
}

// connectionFields are the fields for one connection (RFC 9110, 7.6.1), and TE and Trailer,
// which announce trailers. Proxy-Authenticate is a field of responses.
var connectionFields = []string{
	"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
	"Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// dropped has the names of proxyFields and connectionFields.
var dropped = func() map[string]bool {
	names := map[string]bool{}
	for _, f := range proxyFields {
		names[f.name] = true
	}
	for _, name := range connectionFields {
		names[name] = true
	}
	return names
}()

// isProxyField reports whether a server may take a client's field for one of proxyFields.
//
// CGI writes "_" for each "-" of a name (RFC 3875, 4.1.18). Servers that follow it also write
// "_" for ".", "~" and so on, or keep "_" as it is: X_Real_IP, X.Real.IP and X-Real-IP become
// one variable, and SCRIPT_NAME becomes a variable of CGI itself. So a name with anything but
// letters, digits and "-" may be any field.
func isProxyField(name string) bool {
	for i := range len(name) {
		if c := name[i]; !(ascii.Letter | ascii.Digit).Has(c) && c != '-' {
			return true
		}
	}
	name = http.CanonicalHeaderKey(name)
	if dropped[name] {
		return true
	}
	for i := range len(name) {
		if name[i] == '-' && dropped[name[:i+1]] {
			return true
		}
	}
	return false
}

// clientFields returns the fields of a client that a server may see. It leaves out those that
// isProxyField reports, and those for one connection with the ones that Connection names.
func clientFields(h http.Header) http.Header {
	clean := make(http.Header, len(h))
	for name, values := range h {
		if !isProxyField(name) {
			clean[name] = values
		}
	}
	for _, value := range h["Connection"] {
		for name := range strings.SplitSeq(value, ",") {
			clean.Del(strings.Trim(name, " \t"))
		}
	}
	return clean
}

// dropExpect removes Expect unless it is "100-continue", the only expectation that RFC 9110, 10.1.1
// defines. net/http accepts others beside it.
func dropExpect(h http.Header) {
	if expect := h["Expect"]; len(expect) != 1 || !strings.EqualFold(expect[0], "100-continue") {
		delete(h, "Expect")
	}
}

// dropUpgrade removes the request to switch protocols. After a switch, bytes are copied, and no
// check sees the requests among them.
func dropUpgrade(h http.Header) {
	h.Del("Connection")
	h.Del("Upgrade")
}
