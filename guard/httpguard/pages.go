package httpguard

import (
	"bufio"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"example.com/uri/guard"
)

// Redirect redirects to ref if [guard.Redirector.Resolve] accepts it, else to the base of the
// Redirector, or if Resolve refuses that for its path, to the "/" of its origin. ref is the text of a
// parameter of a login page, as "/orders?id=3". The Location is an absolute URI. code is 301, 302,
// 303, 307 or 308. Redirect panics for another code, for invalid Hosts, and if Resolve refuses the base.
func Redirect(w http.ResponseWriter, r *http.Request, to guard.Redirector, ref string, code int) {
	needRedirect(code)
	need("Redirect", to.Hosts.Err())
	location, refused := to.Resolve(ref)
	if refused != nil {
		var err error
		if location, err = to.Resolve(to.Base.String()); err != nil { // it is of a request for "//x", perhaps
			location, err = to.Resolve("/")
		}
		need("Redirect", err)
		observed(r, code, refuse(code, refused).err)
	}
	redirect(w, location.String(), code)
}

// RedirectPath redirects to path on the same site ([guard.LocalPath]). Use it to add or
// to remove a "/". It refuses "//evil.example/", because browsers read a host there.
// path may have a query and a fragment. If it is refused, the answer is 400. code is
// as for [Redirect], and RedirectPath panics for others.
func RedirectPath(w http.ResponseWriter, r *http.Request, path string, code int) {
	needRedirect(code)
	location, err := guard.LocalPath(path)
	if err != nil {
		refuse(http.StatusBadRequest, err).answer(w, r)
		return
	}
	redirect(w, location, code)
}

// needRedirect panics if code is not the status of a redirect.
func needRedirect(code int) {
	if !slices.Contains([]int{http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect}, code) {
		panic("httpguard: redirect: not a status code of a redirect")
	}
}

// redirect writes a redirect. [http.Redirect] would clean the path.
func redirect(w http.ResponseWriter, location string, code int) {
	w.Header().Set("Location", location)
	w.WriteHeader(code)
}

// SameOrigin refuses requests from pages of other origins, and passes all others to
// next. A browser sends the cookies of a site with such a request, so it acts for the
// user of the site. SameOrigin checks
//
//   - methods other than GET, HEAD and OPTIONS
//   - requests for another protocol (WebSocket), of any method
//
// Such a request passes if its Origin field is in own. A request without Origin passes unless
// Sec-Fetch-Site reports another site: then it comes from no page, or not from a browser. Origin
// "null" passes only if Sec-Fetch-Site is "same-origin" and the Host field is a host of own. All
// other requests get 403.
//
// http.CrossOriginProtection of Go 1.25 works in the same way. However, it treats any
// origin with the request's host as same-origin, lets the WebSockets of all pages in,
// and has no lists with "*.". List the origin of the site itself too: the zero Origins
// lets no page in. No GET request may change anything.
//
// SameOrigin panics if next is nil or if own is invalid.
func SameOrigin(own guard.Origins, next http.Handler) http.Handler {
	need("SameOrigin", own.Err())
	needHandler("SameOrigin", next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if isHarmless(r) || fromOwnPage(own, r) {
			next.ServeHTTP(w, r)
			return
		}
		refuse(http.StatusForbidden, newError(opOrigin, "Origin", "the request is not from a page of this site")).answer(w, r)
	})
}

// isHarmless reports whether a request changes nothing and asks for no other protocol.
func isHarmless(r *http.Request) bool {
	return slices.Contains([]string{http.MethodGet, http.MethodHead, http.MethodOptions}, r.Method) &&
		len(r.Header["Upgrade"]) == 0 && len(r.Header["Sec-Websocket-Key"]) == 0
}

// fromOwnPage reports whether r comes from a page of own, or from no page.
func fromOwnPage(own guard.Origins, r *http.Request) bool {
	site := strings.Join(r.Header["Sec-Fetch-Site"], ",")
	origins := r.Header["Origin"]
	switch {
	case len(origins) > 1:
		return false
	case len(origins) == 1 && origins[0] != "null":
		return own.Match(origins[0])
	case len(origins) == 0 && (site == "" || site == "none"):
		return true
	}
	// A page without an address, or a browser without Origin. If the name of an attacker resolves
	// to this server, requests are of the same origin too, but their Host field is that name.
	return site == "same-origin" && (own.Match("https://"+r.Host) || own.Match("http://"+r.Host))
}

// CORS lets pages of the origins in readers read the answers of next, also the answers for a user
// with a cookie (Fetch Standard). It answers preflight requests, and allows these pages every
// method and every field. For all other pages it adds no field, so browsers hide the answers from
// them. CORS removes Access-Control-Allow-Origin and Access-Control-Allow-Credentials of next. It
// stops no request: to protect a handler that changes something, use [SameOrigin] too.
//
// CORS panics if next is nil or if readers is invalid.
func CORS(readers guard.Origins, next http.Handler) http.Handler {
	need("CORS", readers.Err())
	needHandler("CORS", next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := ""
		if origins := r.Header["Origin"]; len(origins) == 1 && readers.Match(origins[0]) {
			origin = origins[0]
		}
		answer := &corsWriter{ResponseWriter: w, origin: origin}
		method := r.Header.Get("Access-Control-Request-Method")
		if r.Method != http.MethodOptions || method == "" {
			next.ServeHTTP(answer, r)
			answer.decide()
			return
		}
		answer.decide()
		h := w.Header()
		h.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
		if origin != "" {
			h.Set("Access-Control-Allow-Methods", method)
			if fields := r.Header.Get("Access-Control-Request-Headers"); fields != "" {
				h.Set("Access-Control-Allow-Headers", fields)
			}
		} else if len(r.Header["Origin"]) > 0 {
			observed(r, http.StatusNoContent, newError(opOrigin, "Origin", "the page may not read answers"))
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// A corsWriter writes an answer for pages of origin. If origin is empty, no page may read it.
type corsWriter struct {
	http.ResponseWriter
	origin  string
	decided bool
}

// decide writes the fields of CORS once, before the answer begins.
func (w *corsWriter) decide() {
	if w.decided {
		return
	}
	w.decided = true
	h := w.Header()
	h.Add("Vary", "Origin") // a cache keeps one answer for each origin
	h.Del("Access-Control-Allow-Origin")
	h.Del("Access-Control-Allow-Credentials")
	if w.origin != "" {
		h.Set("Access-Control-Allow-Origin", w.origin)
		h.Set("Access-Control-Allow-Credentials", "true")
	}
}

// WriteHeader waits for the answer after interim responses. Their fields are not the answer's.
func (w *corsWriter) WriteHeader(status int) {
	if !isInterim(status) {
		w.decide()
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *corsWriter) Write(b []byte) (int, error) {
	w.decide()
	return w.ResponseWriter.Write(b)
}

// Flush sends the fields of an answer without a body.
func (w *corsWriter) Flush() {
	w.decide()
	http.NewResponseController(w.ResponseWriter).Flush()
}

// Hijack makes w an http.Hijacker.
func (w *corsWriter) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w.ResponseWriter).Hijack()
}

// Unwrap is for [http.ResponseController].
func (w *corsWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// NewServer returns an http.Server for handler with limits of time and size. A client has
// stepTimeout to send the header of a request and between two requests, and thirty times as long
// for the body. Then a proxy of this package answers 408. The answer has one stepTimeout more,
// enough for a proxy with the same stepTimeout to report a missing answer. A header has at most
// 64 KiB, and the body of a request at most 10 MiB. A stepTimeout of 0 is ten seconds. "OPTIONS
// *" goes to handler. The caller may set other fields, such as Addr. NewServer panics if
// stepTimeout is below zero, or if handler is nil: net/http would serve the DefaultServeMux.
func NewServer(handler http.Handler, stepTimeout time.Duration) *http.Server {
	needHandler("NewServer", handler)
	step := mustTimeout("NewServer", stepTimeout)
	return &http.Server{
		Handler:                      http.MaxBytesHandler(handler, defaultMaxBody),
		DisableGeneralOptionsHandler: true, // handler answers "OPTIONS *"
		ReadHeaderTimeout:            step,
		ReadTimeout:                  exchangeSteps * step,
		WriteTimeout:                 (exchangeSteps + 1) * step,
		IdleTimeout:                  step,
		MaxHeaderBytes:               maxHeader,
	}
}
