package httpguard

import (
	"context"
	"errors"
	"fmt"
	"log"
	"maps"
	"net"
	"net/http"
	"net/http/httptrace"
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

// isHTTP reports whether u is a URL of http or https.
func isHTTP(u uri.URI) bool {
	return strings.EqualFold(u.Scheme(), "http") || strings.EqualFold(u.Scheme(), "https")
}

// refuse answers a request that a part refuses. err contains no text of the request but a
// host.
func refuse(w http.ResponseWriter, status int, err error) {
	http.Error(w, err.Error(), status)
}

// errorLog returns the log of the http.Server that got r, or nil for the one of package log.
func errorLog(r *http.Request) *log.Logger {
	server, _ := r.Context().Value(http.ServerContextKey).(*http.Server)
	if server == nil {
		return nil
	}
	return server.ErrorLog
}

// report tells the operator of a part why it does not serve r. Of the URL it shows the host
// and the port alone, because the rest may be secret.
func report(r *http.Request, reason string) {
	print := log.Printf
	if l := errorLog(r); l != nil {
		print = l.Printf
	}
	print("httpguard: request of %s for %q: %s", r.RemoteAddr, r.Host, reason)
}

// send sends r on to u and copies the response. rewrite changes the request that goes out, and
// modify the response. The exchange takes at most thirty times patience, without a limit if that is 0.
func send(w http.ResponseWriter, r *http.Request, u uri.URI, through http.RoundTripper, patience time.Duration, rewrite func(*httputil.ProxyRequest), modify func(*http.Response)) {
	v, err := guard.ToURL(u)
	if err != nil {
		refuse(w, http.StatusBadRequest, err)
		return
	}
	// WithClientTrace writes the hooks of the request into the trace, so each request has its own.
	ctx, cancel := context.WithCancelCause(httptrace.WithClientTrace(r.Context(), &httptrace.ClientTrace{GotConn: settle}))
	defer cancel(nil)
	if patience > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, exchange*patience)
		defer stop()
	}
	w = &relay{ResponseWriter: w, request: r, before: w.Header().Clone(), cancel: cancel}
	proxy := httputil.ReverseProxy{
		Transport: through,
		Rewrite: func(p *httputil.ProxyRequest) {
			p.Out.URL, p.Out.Host = v, v.Host
			p.Out.Trailer = nil // some servers read fields there as those of the header
			rewrite(p)
			p.Out.Header.Del("Te")
			dropExpect(p.Out.Header)
			addVia(p.Out.Header, p.In.ProtoMajor, p.In.ProtoMinor)
		},
		ModifyResponse: func(response *http.Response) error {
			if response.StatusCode < 100 {
				return errors.New("no status code (RFC 9110, 15)")
			}
			modify(response)
			return nil
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) { noAnswer(w, r, err) },
		ErrorLog:     errorLog(r),
	}
	proxy.ServeHTTP(w, r.WithContext(ctx))
}

// noAnswer answers r if there is no response of the other server.
func noAnswer(w http.ResponseWriter, r *http.Request, err error) {
	var refused *guard.Error
	if errors.As(err, &refused) {
		report(r, refused.Error())
		refuse(w, http.StatusForbidden, refused)
		return
	}
	status, text := http.StatusBadGateway, "no answer"
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() {
		status, text = http.StatusGatewayTimeout, "no answer in time"
	}
	if r.Context().Err() == nil { // the client still waits
		report(r, text+": "+err.Error())
	}
	http.Error(w, text, status)
}

// addVia says in the header of a message by which version of HTTP it came (RFC 9110, 7.6.3).
func addVia(h http.Header, major, minor int) {
	h.Add("Via", fmt.Sprintf("%d.%d httpguard", major, minor))
}

// maxInterim is the most interim responses that are passed on before an answer.
const maxInterim = 10

// A relay writes the responses of another server.
type relay struct {
	http.ResponseWriter
	request *http.Request
	before  http.Header // the fields of a handler before the part
	cleared bool        // httputil.ReverseProxy has removed them
	interim int
	cancel  context.CancelCauseFunc // of the request
}

// Header returns the fields of the next response, first those of a handler before the part.
func (w *relay) Header() http.Header {
	h := w.ResponseWriter.Header()
	if w.cleared {
		maps.Copy(h, w.before.Clone())
		w.cleared = false
	}
	return h
}

// WriteHeader passes an interim response on without the fields that are for one connection
// (RFC 9110, 7.6.1). httputil.ReverseProxy removes them from the answer alone. A client of
// HTTP/1.0 would take the interim response for the answer (RFC 9110, 15.2).
func (w *relay) WriteHeader(status int) {
	if isInterim(status) {
		w.cleared = true // after this call
		if w.interim++; w.interim > maxInterim {
			w.cancel(errors.New("too many interim responses"))
			return
		}
		if !w.request.ProtoAtLeast(1, 1) {
			return
		}
		h := w.ResponseWriter.Header()
		for _, value := range h["Connection"] {
			for name := range strings.SplitSeq(value, ",") {
				h.Del(strings.TrimSpace(name))
			}
		}
		for _, name := range []string{"Connection", "Keep-Alive", "Proxy-Connection", "Te", "Transfer-Encoding", "Upgrade"} {
			h.Del(name)
		}
	}
	w.ResponseWriter.WriteHeader(status)
}

// Unwrap is for [http.ResponseController].
func (w *relay) Unwrap() http.ResponseWriter { return w.ResponseWriter }
