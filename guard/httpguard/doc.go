// Package httpguard has the checks of package guard as parts for net/http. Each part
// refuses by default. Its zero value is the safe choice.
//
// A program that fetches for others, a webhook sender or a link preview, uses [Client]:
//
//	client := httpguard.Client{}.HTTP()
//
// A site uses [ReverseProxy] before its own servers, [Redirect] and [RedirectPath] for redirects
// to places that a request names, and [SameOrigin] against requests that pages of other sites
// forge. [CORS] opens answers to some of these pages. A network with one way out uses
// [ForwardProxy]. All of them run in a [NewServer].
//
// Every part waits for the other side only as long as its StepTimeout says. It is the
// limit for one step: to connect, to answer, to send the next bytes. A whole exchange takes
// at most thirty times as long. A StepTimeout of 0 is ten seconds. One below zero is a
// mistake, so the part panics when it is made or first used.
//
// The handlers are safe for concurrent use. They may be used by value or by pointer.
package httpguard

import (
	"math"
	"net/http"
	"reflect"
	"time"

	"example.com/uri/guard"
)

// defaultPatience is the StepTimeout that 0 stands for.
const defaultPatience = 10 * time.Second

// exchange and silence are how many times StepTimeout a whole exchange may take and a tunnel may
// be silent.
const (
	exchange = 30
	silence  = 100
)

// patienceOf returns the time for one step of a part.
func patienceOf(part string, patience time.Duration) time.Duration {
	switch {
	case patience < 0:
		panic("httpguard: " + part + ": StepTimeout is below zero")
	case patience == 0:
		return defaultPatience
	}
	return min(patience, math.MaxInt64/silence/2) // twice the longest time is a time too
}

// needHandler panics if a part has no handler to call.
func needHandler(part string, h http.Handler) {
	v := reflect.ValueOf(h)
	if h == nil || (v.Kind() == reflect.Func || v.Kind() == reflect.Pointer) && v.IsNil() {
		panic("httpguard: " + part + ": the handler is nil")
	}
}

// needOrigins panics if the list of a part is of a failed [guard.ParseOrigins].
func needOrigins(part string, list guard.Origins) {
	if err := list.Err(); err != nil {
		panic("httpguard: " + part + ": " + err.Error())
	}
}

// needHosts returns an error if the list of a part is of a failed [guard.ParseHosts], which no
// host matches and any may match.
func needHosts(op string, list guard.Hosts) error {
	if list.Err() != nil {
		return refusal(op, "Hosts", "guard.ParseHosts returned an error with it")
	}
	return nil
}

// notInHosts returns the error for a host that is not in the list of a part. mistake reports
// that the program made a mistake with the list.
func notInHosts(op, part, reason string, list guard.Hosts) (mistake bool, err error) {
	if err := needHosts(op, list); err != nil {
		return true, err
	}
	return false, refusal(op, part, reason)
}

// refusal returns the error of a part about a part of a request or a response.
func refusal(op, part, reason string) error {
	return &guard.Error{Op: op, Part: part, Reason: reason}
}
