package uri

// EstablishBase returns the base URI of a document (RFC 2396, 5.1) and the index
// of the candidate that gave it. The candidates are, in this order,
//
//   - the base in the document itself (5.1.1);
//   - that of the message or document around it (5.1.2);
//   - the URI that it was retrieved from (5.1.3);
//   - the default of the application (5.1.4).
//
// Any of them may be left out or be the zero URI, which counts as missing.
//
// The first candidate that is not missing gives the base. If it is relative, it
// is resolved against the next, which may be relative too. The fragment is
// removed, because a base is an absoluteURI.
//
// The error is a [*SyntaxError]: there is no candidate, in which case the index is
// -1; or all are relative; or one does not resolve against the next. EstablishBase
// allocates only to resolve a relative candidate.
func EstablishBase(candidates ...URI) (base URI, index int, err error) {
	index, last := -1, -1
	for i, c := range candidates {
		if c == (URI{}) {
			continue
		}
		if index < 0 {
			index = i
		}
		last = i
		if c.IsAbsolute() {
			break
		}
	}
	if index < 0 {
		return URI{}, -1, noScheme(URI{})
	}
	base = candidates[last]
	if !base.IsAbsolute() {
		return URI{}, index, noScheme(base)
	}
	for i := last - 1; i >= index; i-- {
		if candidates[i] == (URI{}) {
			continue
		}
		if base, err = base.Resolve(candidates[i]); err != nil {
			return URI{}, index, err
		}
	}
	return base.WithoutFragment(), index, nil
}
