package guard

import (
	"strconv"

	"example.com/uri"
	"example.com/uri/internal/pathread"
)

// Routes are the routes of a proxy, in the order in which they are tried: the guarded ones
// first, and a route before those that have its path as a beginning. It is safe for
// concurrent use.
type Routes []Rewrite

// Apply applies the first route that the path of u is below, as [Rewrite.Apply] does. It
// returns an error if readers disagree about that route or one before it: if some reader
// leaves the route, or if one that does not take the path as written claims it
// ([Rewrite.ClaimedBy]). It returns an error if no route takes u.
//
// Apply also returns an error, for every u, if the routes were not written as they were
// meant: if Rewrite.Apply refuses the From, the To or the Keep of any of them, or if one
// can never match, because a route before it takes or claims its From as written, letters
// in any case included.
//
// The error is an [*Error], or a [*uri.SyntaxError] if the result is too long. Its Part is
// "path", or the field of a route, "routes[1].From".
func (r Routes) Apply(u uri.URI) (uri.URI, error) {
	if err := r.check(); err != nil {
		return uri.URI{}, err
	}
	path := requestPath(u)
	for i := range r {
		if rest, ok := pathread.Below(path, r[i].From); ok {
			return r[i].move(u, rest)
		}
		if reader, ok := pathread.Claims(path, r[i].From, r[i].CaseMatters); ok {
			return uri.URI{}, &Error{Op: opRewrite, Part: "path", Reader: reader, Reason: "it is below routes[" + strconv.Itoa(i) + "].From for some readers"}
		}
	}
	return uri.URI{}, &Error{Op: opRewrite, Part: "path", Reason: "no route takes it"}
}

// check returns an error if a route is not as [Rewrite] demands or can never match.
func (r Routes) check() error {
	for i := range r {
		err := r[i].check()
		for k := 0; k < i && err == nil; k++ {
			if r[k].hides(r[i].From) {
				err = &Error{Op: opRewrite, Part: "From", Reason: "no path reaches it: routes[" + strconv.Itoa(k) + "] comes before it"}
			}
		}
		if err != nil {
			err.Part = "routes[" + strconv.Itoa(i) + "]." + err.Part
			return err
		}
	}
	return nil
}

// hides reports whether r takes or claims all paths below from, compared as written or
// with letters in any case.
func (r *Rewrite) hides(from string) bool {
	_, ok := pathread.Below(from, r.From)
	return ok || !r.CaseMatters && pathread.BelowAnyCase(from, r.From)
}
