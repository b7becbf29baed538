package httpguard

import (
	"context"
	"net/http"
	"net/http/httputil"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/guard"
)

// isInterim reports whether status is one of responses before the answer. 101 is the last
// response in HTTP.
func isInterim(status int) bool {
	return status/100 == 1 && status != http.StatusSwitchingProtocols
}

// refuse answers a request that a part refuses. err contains no text of the request but a
// host.
func refuse(w http.ResponseWriter, status int, err error) {
	http.Error(w, err.Error(), status)
}

// send sends r on to u and copies the response. rewrite sets the fields of the request
// that goes out, after the client's fields about forwarding are gone. modify may change the
// response. The exchange takes at most thirty times patience, without a limit if that is 0.
func send(w http.ResponseWriter, r *http.Request, u uri.URI, through http.RoundTripper, patience time.Duration, rewrite func(*httputil.ProxyRequest), modify func(*http.Response) error) {
	v, err := guard.ToURL(u)
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	if patience > 0 {
		ctx, cancel := context.WithTimeout(r.Context(), exchange*patience)
		defer cancel()
		r = r.WithContext(ctx)
	}
	proxy := httputil.ReverseProxy{
		Transport: through,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL, p.Out.Host = v, v.Host
			p.Out.Trailer = nil // some servers read fields there as those of the header
			for name := range p.Out.Header {
				if speaksOfForwarding(name) {
					delete(p.Out.Header, name)
				}
			}
			rewrite(p)
		},
		ModifyResponse: modify,
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) {
			http.Error(w, "no answer", http.StatusBadGateway)
		},
	}
	proxy.ServeHTTP(w, r)
}

// dropUpgrade takes the request to switch protocols away. After a switch, bytes are copied,
// and no check sees the requests among them.
func dropUpgrade(p *httputil.ProxyRequest) {
	p.Out.Header.Del("Connection")
	p.Out.Header.Del("Upgrade")
}

// forwarding are the fields, in lower case, by which proxies tell a server who asks, for
// which host and path, and how.
var forwarding = map[string]bool{
	"client-ip": true, "forwarded": true, "front-end-https": true, "proxy": true, "true-client-ip": true,
	"x-client-ip": true, "x-cluster-client-ip": true, "x-forwarded": true, "x-host": true,
	"x-http-method": true, "x-http-method-override": true, "x-method-override": true,
	"x-original-host": true, "x-original-url": true, "x-real-ip": true, "x-rewrite-url": true,
	"x-script-name": true, "x-scheme": true, "x-url-scheme": true,
}

// speaksOfForwarding reports whether a server may take name for a field of forwarding. CGI,
// and PHP and WSGI after it, write "_" for other characters, so X_Forwarded_For and
// X.Forwarded.For name one variable with X-Forwarded-For (RFC 3875, 4.1.18).
func speaksOfForwarding(name string) bool {
	name = strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
			return r
		}
		return '-'
	}, name)
	return forwarding[name] || strings.HasPrefix(name, "x-forwarded-")
}
