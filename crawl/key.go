package crawl

import (
	"bytes"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
	"example.com/uri/internal/schemes"
)

// A Keyer makes keys to compare URIs by. The zero value works as [AppendKey] and
// [AppendSURT]. Each setting may join URIs of different resources; this is rare. With
// the same settings a key is its own key, if Drop is deterministic and Normalize does
// not change a normal form.
type Keyer struct {
	// Normalize appends the normal form of u to dst, as uri.RFC2396.AppendNormalize
	// does. The key is made from it. Nil means uri.RFC3986.AppendNormalize. By RFC 2396
	// and RFC 1808 dot segments stay, and so do case and port of a host that is not a
	// hostname by them ("h_x"). If the result is not a URI reference, it is the key as
	// it is.
	Normalize func(dst []byte, u uri.URI) []byte
	// DropUserinfo leaves out the userinfo.
	DropUserinfo bool
	// DropWWW leaves out the first labels "www", "www2" ... of a host, if the rest has
	// a "." and is more than numbers.
	DropWWW bool
	// Drop, if it is not nil, reports whether a pair of the query is left out. The
	// escapes of the pair are in normal form. If no pair is left, the "?" is left out
	// too. See [IsTracking].
	Drop func(uri.Pair) bool
	// DropParams calls Drop also for the parameters of path segments, after a ";" (RFC
	// 2396, 3.3), as in "/a;jsessionid=1F". They stay if the segment would be "." or
	// ".." without them and, if there is no authority, if it would be empty.
	DropParams bool
	// SortQuery sorts the name=value pairs of the query, byte by byte.
	SortQuery bool
	// Forms writes the pairs of the query as servers read a form: "+" is a space,
	// "%20", a pair with an empty value is only its name ("a=" is "a"), and empty pairs
	// are left out. It does so before Drop and SortQuery.
	Forms bool
	// DropEmptyQuery leaves out the "?" of an empty query, also after Drop and Forms.
	DropEmptyQuery bool
	// MergeSlashes writes one "/" for several in a path.
	MergeSlashes bool
	// DropLastSlash leaves out each "/" at the end of a path, except in the path
	// "/" and one after "." or "..".
	DropLastSlash bool
	// IndexNames are names of files ("index.html"). The last segment of the path is
	// left out if it is one of them. Case does not matter, and escapes are compared
	// in normal form. With DropLastSlash both steps are repeated until neither
	// changes the path.
	IndexNames []string
}

// AppendKey appends the key of u to dst: the normal form of RFC 3986
// ([uri.Mode.Normalize]) without the fragment, and without differences of no meaning:
//
//   - an empty userinfo: "http://@h/" has the key "http://h/",
//   - one final "." of a host name ("http://h./"; RFC 3986, 3.2.2), and
//   - the spelling of an IPv6 address: RFC 5952 decides, "[1:0::]" is "[1::]".
//
// The two spellings of an international name, "m%C3%BCller.example" and
// "xn--mller-kva.example", have different keys. They meet only if all URIs come from parsers with
// ToASCII: web.Parser, links.Extractor and others have that field.
//
// Two URIs with one key name the same resource. A key is a URI and its own key, but
// fetch the original URI. A server may distinguish "h." and "h", or "%7E" and "~", and
// may need a part left out by a Keyer.
//
// AppendKey does not allocate if dst has room, except for escapes in the authority
// and for dot segments.
func AppendKey(dst []byte, u uri.URI) []byte {
	return Keyer{}.AppendKey(dst, u)
}

// Key returns the key of u as text, for example for a map: see [AppendKey].
func Key(u uri.URI) string { return Keyer{}.Key(u) }

// AppendSURT appends the sort-friendly form of u to dst (SURT, Sort-friendly URI
// Reordering Transform). It is the key with the authority rewritten, and for http
// and https without the scheme:
//
//	http://www.example.com/a?b         com,example,www)/a?b
//	https://user@example.com:8443/     com,example:8443@user)/
//	ftp://ftp.example.com/a            ftp://(com,example,ftp)/a
//	http://127.0.0.1/  http://[::1]/   127.0.0.1)/  [::1])/
//	mailto:a@example.com               mailto:a@example.com
//
// The labels of a host name are reversed. Addresses, and names with other
// characters than letters, digits, "-", "_" and ".", are not reversed. A "," in
// them becomes "%2c". A URI without a host stays whole.
//
// Two URIs with a host have the same SURT if and only if they have the same key, http
// and https counted as one scheme.
//
// In a sorted list the pages of a host are next to each other, and the pages of its
// subdomains follow them, if all have the same port and no userinfo. A userinfo is
// written after the host.
//
// It is not the key of a web archive's index. That joins more URLs: see package archive.
func AppendSURT(dst []byte, u uri.URI) []byte {
	return Keyer{}.AppendSURT(dst, u)
}

// AppendKey is the function [AppendKey] with the settings of k. It also allocates with Drop,
// Forms, DropParams and Normalize, and with SortQuery for more than 64 pairs.
func (k Keyer) AppendKey(dst []byte, u uri.URI) []byte {
	dst, _ = k.appendKey(dst, u)
	return dst
}

// Key is the function [Key] with the settings of k.
func (k Keyer) Key(u uri.URI) string { return string(k.AppendKey(make([]byte, 0, len(u.String())), u)) }

// A server has the offsets of an authority's parts in a key. It is zero without a host.
// With dst as "..." and "|" at each offset:
//
//	... http:// | user:pw@ | www.example.com | :8080 | /a/b?c
//	            userinfo   host             port    end
//
// If the authority has no userinfo, userinfo is host. If it has no port, port is
// end. The key is edited in place, from its authority to its query. An edit of the
// authority moves the offsets after it (replace). The path begins at end.
type server struct{ userinfo, host, port, end int }

// appendKey is AppendKey. It also returns where the server is in the key.
//
// An edited URI may have another normal form: without its final dot the host may be of another
// kind, and without a slash a "." may not be needed. So it is normalized and edited twice.
func (k *Keyer) appendKey(dst []byte, u uri.URI) (_ []byte, s server) {
	normalize := k.Normalize
	if normalize == nil {
		if _, named := u.Authority(); named || !k.MergeSlashes && !k.DropLastSlash {
			return k.appendPlain(dst, u)
		}
		normalize = uri.RFC3986.AppendNormalize
	}
	start, given := len(dst), u.WithoutFragment()
	var err error
	for n := 0; n < 2 && err == nil; n++ {
		normal, refused := uri.Parse(string(normalize(nil, given)))
		if refused != nil {
			return normalize(dst[:start], given), server{}
		}
		normal = normal.WithoutFragment()
		dst, s = k.edit(append(dst[:start], normal.String()...), start, normal)
		if string(dst[start:]) == given.String() {
			break
		}
		given, err = uri.Parse(string(dst[start:]))
	}
	return dst, s
}

// appendPlain is appendKey without k.Normalize.
func (k *Keyer) appendPlain(dst []byte, u uri.URI) ([]byte, server) {
	u = u.WithoutFragment()
	if authority, _ := u.Authority(); strings.IndexByte(authority, '%') >= 0 {
		u = uri.RFC3986.Normalize(u) // without its escapes it may name a host, at another place
	}
	start := len(dst)
	dst = uri.RFC3986.AppendNormalize(dst, u)
	if u.IsOpaque() && dst[start+len(u.Scheme()+":")] == '/' {
		u = uri.MustParse(string(dst[start:])) // "x:/b" of "x:a/../b"
	}
	return k.edit(dst, start, u)
}

// edit turns dst[start:], the normal form of u, into the key. If the authority of
// u has escapes, u is in normal form.
func (k *Keyer) edit(dst []byte, start int, u uri.URI) ([]byte, server) {
	if u.IsOpaque() {
		return dst, server{}
	}
	_, named := u.Authority()
	path, _, _ := u.Span(uri.PartPath)
	path += start
	var s server
	if host, hostEnd, ok := u.Span(uri.PartHost); ok {
		// Without escapes, only the case and the port of an authority change.
		userinfo, _, _ := u.Span(uri.PartUserinfo)
		s = server{start + userinfo, start + host, start + hostEnd, authorityEnd(dst, start+hostEnd)}
		dst, s = k.editServer(dst, s, u)
		path = s.end
	} else if named {
		first, _, _ := u.Span(uri.PartAuthority)
		path = authorityEnd(dst, start+first)
	}
	query := ascii.IndexOrEnd(dst, path, '?')
	if k.DropParams && k.Drop != nil {
		dst, query = k.dropParams(dst, path, query, named)
	}
	if k.MergeSlashes {
		dst, query = ascii.JoinSlashes(dst, path, query)
	}
	end := k.pathEnd(dst, path, query)
	return k.editQuery(slices.Delete(dst, end, query), end), s
}

// pathEnd returns the end of the path key[path:end] without a name of IndexNames and,
// with DropLastSlash, without each "/" at its end.
func (k *Keyer) pathEnd(key []byte, path, end int) int {
	for {
		n := indexName(key[path:end], k.IndexNames)
		end -= n
		switch {
		case k.DropLastSlash && end-path > 1 && key[end-1] == '/' && !endsInDots(key[path:end-1]):
			end--
		case n == 0:
			return end
		}
	}
}

// endsInDots reports whether the last segment of path is "." or "..".
func endsInDots(path []byte) bool {
	segment := path[bytes.LastIndexByte(path, '/')+1:]
	return string(segment) == "." || string(segment) == ".."
}

// authorityEnd returns where the authority of the key ends. i is an offset in it.
func authorityEnd(key []byte, i int) int {
	for i < len(key) && key[i] != '/' && key[i] != '?' {
		i++
	}
	return i
}

// editServer makes the authority of the key out of that at s, from the normal form of u.
func (k *Keyer) editServer(key []byte, s server, u uri.URI) ([]byte, server) {
	if k.DropUserinfo || s.host == s.userinfo+len("@") {
		key, s = replace(key, s, s.userinfo, s.host, nil)
		s.host = s.userinfo
	}
	if u.HostKind() == uri.HostIPv6 {
		var buf [len("[ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255]")]byte
		addr, _ := u.Addr()
		return replace(key, s, s.host+len("["), s.port-len("]"), addr.AppendTo(buf[:0]))
	}
	if name := key[s.host:s.port]; bytes.HasSuffix(name, []byte(".")) && !bytes.HasSuffix(name, []byte("..")) && len(name) > 1 {
		key, s = replace(key, s, s.port-1, s.port, nil)
	}
	if k.DropWWW {
		key, s = replace(key, s, s.host, s.host+wwwLabels(key[s.host:s.port]), nil)
	}
	return key, s
}

// replace writes text in place of key[i:j], before the port of the authority.
func replace(key []byte, s server, i, j int, text []byte) ([]byte, server) {
	s.port += len(text) - (j - i)
	s.end += len(text) - (j - i)
	return slices.Replace(key, i, j, text...), s
}

// dropParams asks Drop which parameters it removes from the path key[path:end], and
// returns the new end of the path. named is true if the URI has an authority.
func (k *Keyer) dropParams(key []byte, path, end int, named bool) ([]byte, int) {
	if bytes.IndexByte(key[path:end], ';') < 0 {
		return key, end
	}
	text, kept := string(key[path:end]), key[:path]
	for more := true; more; {
		var segment string
		segment, text, more = strings.Cut(text, "/")
		name, params, ok := strings.Cut(segment, ";")
		first := len(kept)
		kept = append(kept, name...)
		for ok {
			var param string
			param, params, ok = strings.Cut(params, ";")
			if !k.Drop(uri.Pair(param)) {
				kept = append(append(kept, ';'), param...)
			}
		}
		if len(kept)-first == len(name) && (name == "." || name == ".." || name == "" && !named) {
			kept = append(kept[:first], segment...)
		}
		if more {
			kept = append(kept, '/')
		}
	}
	return slices.Delete(key, len(kept), end), len(kept)
}

// wwwLabels returns the length of the first labels "www", "www2" ... of a host with
// their ".", as long as several labels follow that are more than numbers. All of them go, so
// that the key of a key is the key itself.
func wwwLabels(host []byte) (end int) {
	for {
		n := ascii.WWWLabel(host[end:])
		rest := host[end+n:]
		if dot := bytes.IndexByte(rest, '.'); n == 0 || dot <= 0 || len(bytes.Trim(rest, "0123456789.")) == 0 {
			return end
		}
		end += n
	}
}

// indexName returns the length of the last segment of path, or 0 if it is not one of names.
func indexName(path []byte, names []string) int {
	if len(names) == 0 {
		return 0
	}
	segment := path[bytes.LastIndexByte(path, '/')+1:]
	is := func(name string) bool { return len(name) == len(segment) && strings.EqualFold(name, string(segment)) }
	if len(segment) == len(path) || !slices.ContainsFunc(names, is) {
		return 0
	}
	return len(segment)
}

// AppendSURT is the function [AppendSURT] with the settings of k.
func (k Keyer) AppendSURT(dst []byte, u uri.URI) []byte {
	start := len(dst)
	dst, s := k.appendKey(dst, u)
	if s == (server{}) {
		return dst
	}
	end := len(dst)
	if info := schemes.Lookup(u.Scheme()); !info.HTTP {
		dst = append(dst, dst[start:s.userinfo]...)
		dst = append(dst, '(')
	}
	switch host := dst[s.host:s.port]; {
	case isName(host):
		dst = ascii.AppendReversed(dst, host)
	case bytes.IndexByte(host, ',') >= 0:
		dst = append(dst, bytes.ReplaceAll(host, []byte(","), []byte("%2c"))...) // a normal form has no escape in lower case
	default:
		dst = append(dst, host...)
	}
	dst = append(dst, dst[s.port:s.end]...)
	if s.host > s.userinfo {
		dst = append(dst, '@')
		dst = append(dst, dst[s.userinfo:s.host-1]...)
	}
	dst = append(dst, ')')
	dst = append(dst, dst[s.end:end]...)
	return dst[:start+copy(dst[start:], dst[end:])]
}

// isName reports whether host is no address and has only characters of names in practice.
func isName(host []byte) bool {
	dots, letters := 0, false
	for _, b := range host {
		switch {
		case b == '.':
			dots++
		case !ascii.Host.Has(b):
			return false
		case !ascii.Digit.Has(b):
			letters = true
		}
	}
	return letters || dots != 3
}
