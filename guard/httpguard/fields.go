package httpguard

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"example.com/uri/internal/ascii"
)

// proxyFields are the words in the names of header fields that servers accept only because a proxy
// is expected to write or to remove them. They stand for every name with these words side by side:
// "Ip" for X-Real-IP and CF-Connecting-IP, and not for Zip. The second column says who defines or
// reads such fields.
var proxyFields = []struct{ words, source string }{
	{"Client-Cert", "RFC 9440, 2.2 and 2.3"},
	{"Client-Verify", "nginx, ssl_client_verify: X-Client-Verify"},
	{"Clientip", "Azure Front Door: X-Azure-ClientIP; param-miner e43e3b1, headers: X-ClientIP"},
	{"Dn", "nginx, ssl_client_s_dn: X-Client-DN"},
	{"Forwarded", "RFC 7239, 4; Rack 2.2.22, Request: X-Forwarded-For, -Host, -Port, -Proto, -Scheme, -Ssl"},
	{"Https", "MDN (0543625), X-Forwarded-Proto: Front-End-Https; Jetty 12.0.16, ForwardedRequestCustomizer: X-Proxied-Https"},
	{"Ip", "request-ip 3.3.0: CF-Connecting-IP, True-Client-IP and others; Rails 6.1.7, RemoteIp: Client-IP"},
	{"Ipv6", "Cloudflare: CF-Connecting-IPv6"},
	{"Matched-Path", "Next.js 15.2.2, utils.js: X-Matched-Path"},
	{"Method-Override", "method-override 3.0.0: X-Method-Override"},
	{"Proxy", "CVE-2016-5385: CGI's HTTP_PROXY; Jetty 12.0.16, ForwardedRequestCustomizer: Proxy-auth-cert, Proxy-ssl-id"},
	{"Real-Method", "param-miner e43e3b1, headers"},
	{"Realip", "param-miner e43e3b1, headers; X-RealIP"},
	{"Remote", "Radicale 3.9.0, auth: Remote-User, X-Remote-User"},
	{"Request-Uri", "param-miner e43e3b1, headers; X-Request-Uri"},
	{"Route-Matches", "Next.js 15.2.2, utils.js: X-Now-Route-Matches"},
	{"Scheme", "klaus 3.0.1, utils.py: X-Scheme; MDN (0543625), X-Forwarded-Proto: X-Url-Scheme"},
	{"Script-Name", "Radicale 3.9.0, app: X-Script-Name"},
	{"Socketip", "Azure Front Door: X-Azure-SocketIP"},
	{"Ssl", "Apache 2.4.71, mod_ssl, as fields: X-SSL-Client-S-DN; param-miner e43e3b1, headers: X-SSL"},
	{"X-Accel", "Rack 2.2.22, Sendfile: X-Accel-Mapping"},
	{"X-Arr", "ASP.NET Core, Certificate forwarding: X-ARR-ClientCert; koa-sslify 6.0.0: X-ARR-SSL"},
	{"X-Envoy", "Envoy 1.40.0, HTTP header sanitizing"},
	{"X-Forward", "param-miner e43e3b1, headers: X-Forward-For, X-Forward-Proto"},
	{"X-Host", "param-miner e43e3b1, headers"},
	{"X-Http", "method-override 3.0.0: X-HTTP-Method, X-HTTP-Method-Override"},
	{"X-Invoke", "param-miner e43e3b1, headers: X-Invoke-Path"},
	{"X-Middleware", "CVE-2025-29927; Next.js 15.2.2, sandbox.js: X-Middleware-Subrequest"},
	{"X-Original", "zend-http 2.8.1, changes: X-Original-Url; ingress-nginx 1.15.0, nginx.tmpl: X-Original-URI, -Method"},
	{"X-Override-Url", "lists of attacks on access control, beside X-Rewrite-Url"},
	{"X-Rewrite", "zend-http 2.8.1, changes: X-Rewrite-Url"},
	{"X-Sendfile", "CVE-2025-61780; rack/rack 00ec07d, Sendfile: X-Sendfile-Type"},
	{"X-Url", "MDN (0543625), X-Forwarded-Proto: X-Url-Scheme; X-Url, as X-Original-Url"},
}

// connectionFields are those for one connection (RFC 9110, 7.6.1), and TE and Trailer for trailers.
var connectionFields = []string{
	"Connection", "Keep-Alive", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// checkMethod returns a refusal unless method has only capital letters, "-" and "_", as all
// registered methods do. Methods differ by the case of letters (RFC 9110, 9.1), and many servers
// take "delete" for DELETE: a check of the method in front of them would not see it.
func checkMethod(op, method string) *refusal {
	if method == "" || strings.ContainsFunc(method, func(r rune) bool { return !('A' <= r && r <= 'Z' || r == '-' || r == '_') }) {
		return refuse(http.StatusNotImplemented, newError(op, "method", `it has other characters than capital letters, "-" and "_"`))
	}
	return nil
}

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
	for i := range len(name) {
		if i > 0 && name[i-1] != '-' {
			continue
		}
		for _, words := range proxyWords[ascii.Lower(name[i])] {
			if end := i + len(words); ascii.HasPrefixFold(name[i:], words) && (end == len(name) || name[end] == '-') {
				return true
			}
		}
	}
	return false
}

// proxyWords has the words of proxyFields by their first letter.
var proxyWords = func() (words [256][]string) {
	for _, f := range proxyFields {
		first := ascii.Lower(f.words[0])
		words[first] = append(words[first], strings.ToLower(f.words))
	}
	return words
}()

// foldedNames returns the set of folded names, or an error if no field has a name (RFC 9110, 5.1).
func foldedNames(names []string) (map[string]bool, error) {
	set := make(map[string]bool, len(names))
	for _, name := range names {
		if name == "" || strings.ContainsFunc(name, ascii.NotToken) {
			return nil, newError(opReverseProxy, "Fields", "a name is empty, or has a character that no field name has")
		}
		set[ascii.FoldField(name)] = true
	}
	return set, nil
}

// clientFields returns h without proxyFields, fields for one connection, and folded names in own.
func clientFields(h http.Header, own map[string]bool) http.Header {
	clean := maps.Clone(h)
	if clean == nil {
		clean = http.Header{}
	}
	maps.DeleteFunc(clean, func(name string, _ []string) bool {
		return isProxyField(name) || len(own) > 0 && own[ascii.FoldField(name)]
	})
	dropConnection(clean)
	return clean
}

// withoutForged returns h without the received fields that a server may take for one of Wrap.
func withoutForged(h, received http.Header) http.Header {
	written := map[string]bool{}
	for name, values := range h {
		if len(received) > 0 && !slices.Equal(values, received[name]) {
			written[ascii.FoldField(name)] = true
		}
	}
	if len(written) == 0 {
		return h
	}
	clean := maps.Clone(h)
	for name, values := range received {
		if slices.Equal(values, h[name]) && written[ascii.FoldField(name)] {
			delete(clean, name)
		}
	}
	return clean
}

// dropConnection removes the fields for one connection: connectionFields, and those in Connection.
func dropConnection(h http.Header) {
	for _, value := range h["Connection"] {
		for name := range strings.SplitSeq(value, ",") {
			h.Del(strings.Trim(name, " \t"))
		}
	}
	for _, name := range connectionFields {
		delete(h, name)
	}
}

// dropExpect removes Expect unless it is "100-continue", the only expectation that RFC 9110, 10.1.1
// defines. net/http accepts others beside it.
func dropExpect(h http.Header) {
	if expect := h["Expect"]; len(expect) != 1 || !strings.EqualFold(expect[0], "100-continue") {
		delete(h, "Expect")
	}
}

// dropUpgrade removes the request to switch protocols: no check would see the bytes after that.
func dropUpgrade(h http.Header) {
	h.Del("Connection")
	h.Del("Upgrade")
}
