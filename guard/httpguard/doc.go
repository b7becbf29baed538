// Package httpguard has the checks of package guard as a client and as handlers for net/http.
// Each of them refuses by default: its zero value allows least.
//
// A program for URLs from untrusted sources, such as a link preview, uses [Client]:
//
//	client := httpguard.Client{}.HTTP()
//
// A site uses [ReverseProxy] in front of its own servers, [Redirect] and [RedirectPath] to follow
// a parameter of a request, and [SameOrigin] against forged requests from pages of other sites.
// [CORS] lets some of these pages read answers. [ForwardProxy] limits the hosts that the programs
// of a network reach. All handlers run in a [NewServer], and [Observe] reports their refusals.
//
// A mistake in the configuration is an error of Handler, and a panic of every other function. So it
// is found before the first request. Only Redirect and RedirectPath have no other place for it, and
// panic at their first call. An empty list of hosts is no mistake of a Client: it refuses every
// request.
//
// StepTimeout is how long a client or a handler waits for one step of a server: to connect, to
// answer, to send the next bytes. A whole exchange takes at most thirty times as long. A
// StepTimeout of 0 is ten seconds, and one below zero is a mistake.
//
// The handlers are safe for concurrent use.
package httpguard

import (
	"cmp"
	"math"
	"net/http"
	"reflect"
	"time"

	"example.com/uri/guard"
)

const (
	defaultStepTimeout = 10 * time.Second // for a step timeout of 0
	exchangeSteps      = 30               // how many times a step timeout a whole exchange may take
	silentSteps        = 100              // and a tunnel be silent, until a side ends its direction
)

// timeoutOf returns the timeout for one step.
func timeoutOf(op string, timeout time.Duration) (time.Duration, error) {
	if timeout < 0 {
		return 0, newError(op, "StepTimeout", "it is below zero")
	}
	return min(cmp.Or(timeout, defaultStepTimeout), math.MaxInt64/silentSteps/2), nil // twice the longest timeout is a Duration too
}

// mustTimeout is timeoutOf for functions without an error.
func mustTimeout(name string, timeout time.Duration) time.Duration {
	timeout, err := timeoutOf(name, timeout)
	need(name, err)
	return timeout
}

// isNil reports whether h cannot be called.
func isNil(h http.Handler) bool {
	v := reflect.ValueOf(h)
	return h == nil || (v.Kind() == reflect.Func || v.Kind() == reflect.Pointer) && v.IsNil()
}

// needHandler panics if a function has no handler to call.
func needHandler(name string, h http.Handler) {
	if isNil(h) {
		panic("httpguard: " + name + ": the handler is nil")
	}
}

// need panics if a function has a wrong configuration.
func need(name string, err error) {
	if err != nil {
		panic("httpguard: " + name + ": " + err.Error())
	}
}

// checkHosts returns an error if a list is invalid, or empty and needed.
func checkHosts(op string, list guard.Hosts, needed bool) error {
	switch {
	case list.Err() != nil:
		return newError(op, "Hosts", "guard.ParseHosts returned an error with it")
	case needed && list.IsEmpty():
		return newError(op, "Hosts", "it is empty")
	}
	return nil
}
