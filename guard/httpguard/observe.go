package httpguard

import (
	"context"
	"errors"
	"log"
	"net/http"

	"example.com/uri/guard"
)

// A refusal is the error about a refused request, with the status of the answer. The
// error contains no text of the request except a host.
type refusal struct {
	status int
	err    *guard.Error
}

// refuse returns err as a refusal. Functions of package guard return a [*guard.Error],
// except for too long a URI.
func refuse(status int, err error) *refusal {
	var e *guard.Error
	if !errors.As(err, &e) {
		e = newError(opReverseProxy, "request-target", "it is too long")
	}
	return &refusal{status, e}
}

// answer answers a refused request.
func (e *refusal) answer(w http.ResponseWriter, r *http.Request) {
	observed(r, e.status, e.err)
	http.Error(w, e.err.Error(), e.status)
}

// observerKey is the key of the function for refusals in the context of a request.
type observerKey struct{}

// Observe returns a handler that calls next. It also calls refused for each refusal by a handler
// of this package in next, with the status of the answer and a [*guard.Error]:
//
//   - [ReverseProxy], [ForwardProxy] and [SameOrigin], also for a body that turns out
//     to be too long, too slow or malformed
//   - [CORS], for the preflight request of a page outside of its list
//   - [Redirect] and [RedirectPath], if they do not redirect where the request asked
//
// refused is not called for the answers of servers and of other handlers, nor if a server gives no
// answer (502 and 504). It is called before the answer is sent, and must not write one. It may be
// called by several goroutines at the same time. If handlers of Observe are nested, all are called.
//
// Observe panics if next or refused is nil.
func Observe(next http.Handler, refused func(r *http.Request, status int, err error)) http.Handler {
	needHandler("Observe", next)
	if refused == nil {
		panic("httpguard: Observe: the function is nil")
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		outer, nested := r.Context().Value(observerKey{}).(func(status int, err error))
		own := func(status int, err error) {
			refused(r, status, err)
			if nested {
				outer(status, err)
			}
		}
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), observerKey{}, own)))
	})
}

// observed calls the function for refusals of r, if it has one.
func observed(r *http.Request, status int, err *guard.Error) {
	if call, ok := r.Context().Value(observerKey{}).(func(status int, err error)); ok {
		call(status, err)
	}
}

// errorLog returns the log of the http.Server of r, or else the one of package log.
func errorLog(r *http.Request) *log.Logger {
	if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok && server.ErrorLog != nil {
		return server.ErrorLog
	}
	return log.Default()
}

// report logs why r has no answer of a server. Of the URL it shows only the host and the port.
func report(r *http.Request, reason string) {
	errorLog(r).Printf("httpguard: request of %s for %q: %s", r.RemoteAddr, r.Host, reason)
}
