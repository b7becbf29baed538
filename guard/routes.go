package guard

import (
	"strconv"

	"example.com/uri"
	"example.com/uri/internal/pathread"
)

// Routes are the routes of a proxy, in the order of trying: the guarded ones first, and
// "/api/admin" before "/api". It is safe for concurrent use.
type Routes []Rewrite

// Check returns an error if the routes cannot be meant as they are written:
//
//   - [Rewrite.Apply] refuses From, To or Keep of a route.
//   - No path reaches a route, because one before it takes or claims its From as written, letters
//     in any case included.
//
// Call it once, when the program starts.
//
// The error is an [*Error]. Its Part is the field of a route, "routes[1].From".
func (r Routes) Check() error {
	for i := range r {
		if err := r[i].check(); err != nil {
			return routeError(i, err)
		}
		for k := range i {
			if r[k].hides(r[i].From) {
				return routeError(i, &Error{Op: opRewrite, Part: "From", Reason: "no path reaches it: routes[" + strconv.Itoa(k) + "] comes before it"})
			}
		}
	}
	return nil
}

// Apply returns the URI for u by the routes. It is [Routes.Match] with an error if no
// route takes u.
func (r Routes) Apply(u uri.URI) (uri.URI, error) {
	i, to, err := r.Match(u)
	if err == nil && i < 0 {
		err = &Error{Op: opRewrite, Part: "path", Reason: "no route takes it"}
	}
	return to, err
}

// Match returns the index of the first route that the path of u is below, and the result of its
// [Rewrite.Apply]. The index is -1 if no route takes u.
//
// Match returns an error if parsers disagree about the route or one before it: if some
// parser leaves the route, or if an earlier route claims the path
// ([Rewrite.ClaimedBy]). It also returns an error if the From or the Keep of one of these
// routes is wrong, or the To of the route that takes u. It does not look at the routes
// after it, and does not compare routes: see [Routes.Check].
//
// The error is an [*Error], or a [*uri.SyntaxError] if the result is too long. Its Part is
// "path", or the field of a route, "routes[1].From".
func (r Routes) Match(u uri.URI) (index int, to uri.URI, err error) {
	path := requestPath(u)
	var buf [256]byte
	var request pathread.Request
	for i := range r {
		simple := pathread.Simple(r[i].From)
		err := r[i].checkFrom(simple)
		rest, ok := pathread.Below(path, r[i].From)
		if ok && err == nil {
			err = r[i].checkTo()
		}
		switch {
		case err != nil:
			return -1, uri.URI{}, routeError(i, err)
		case ok:
			to, err := r[i].move(u, rest)
			return i, to, err
		}
		if i == 0 {
			request = pathread.ReadRequest(buf[:0], path)
		}
		if reader, ok := request.Claims(r[i].From, simple, r[i].CaseMatters); ok {
			return -1, uri.URI{}, &Error{Op: opRewrite, Part: "path", Reader: reader, Reason: "it is below routes[" + strconv.Itoa(i) + "].From for some readers"}
		}
	}
	return -1, uri.URI{}, nil
}

// routeError returns err as an error about the route at index i.
func routeError(i int, err *Error) error {
	err.Part = "routes[" + strconv.Itoa(i) + "]." + err.Part
	return err
}

// hides reports whether r takes or claims all paths below from, as written or in any case.
func (r *Rewrite) hides(from string) bool {
	_, ok := pathread.Below(from, r.From)
	return ok || !r.CaseMatters && pathread.BelowAnyCase(from, r.From)
}
