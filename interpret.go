package uri

import "example.com/uri/internal/schemes"

// structs has XFrom for each scheme with a struct X.
var structs = [...]func(URI) (Scheme, error){
	schemes.FTP:      func(u URI) (Scheme, error) { return asScheme(FTPFrom(u)) },
	schemes.HTTP:     func(u URI) (Scheme, error) { return asScheme(HTTPFrom(u)) },
	schemes.HTTPS:    func(u URI) (Scheme, error) { return asScheme(HTTPFrom(u)) },
	schemes.Gopher:   func(u URI) (Scheme, error) { return asScheme(GopherFrom(u)) },
	schemes.Mailto:   func(u URI) (Scheme, error) { return asScheme(MailtoFrom(u)) },
	schemes.News:     func(u URI) (Scheme, error) { return asScheme(NewsFrom(u)) },
	schemes.NNTP:     func(u URI) (Scheme, error) { return asScheme(NNTPFrom(u)) },
	schemes.Telnet:   func(u URI) (Scheme, error) { return asScheme(TelnetFrom(u)) },
	schemes.WAIS:     func(u URI) (Scheme, error) { return asScheme(WAISFrom(u)) },
	schemes.File:     func(u URI) (Scheme, error) { return asScheme(FileFrom(u)) },
	schemes.Prospero: func(u URI) (Scheme, error) { return asScheme(ProsperoFrom(u)) },
	schemes.Unknown:  func(u URI) (Scheme, error) { return asScheme(OtherFrom(u)) },
}

// asScheme returns s as a Scheme, and nil with an error.
func asScheme[S Scheme](s S, err error) (Scheme, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// structOf returns XFrom of the scheme id, or OtherFrom for a scheme without a struct.
func structOf(id schemes.ID) func(URI) (Scheme, error) {
	if int(id) < len(structs) && structs[id] != nil {
		return structs[id]
	}
	return structs[schemes.Unknown]
}

// Interpret reads u by the rules of its scheme. It reads "https" as [HTTP], and a
// scheme without a struct as [Other]. The error is a [*SyntaxError].
func Interpret(u URI) (Scheme, error) {
	if !u.IsAbsolute() {
		return nil, newFaultError(opInterpret, u.s, PartScheme, 0, ruleScheme, faultNoScheme)
	}
	return structOf(schemes.Find(u.Scheme()))(u)
}
