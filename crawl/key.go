package crawl

import (
	"bytes"
	"slices"
	"strings"

	"example.com/uri"
)

// A Keyer makes keys to compare URIs by, as text. The zero value does what
// [AppendKey] and [AppendSURT] do. Each setting joins URIs that may identify
// different resources and mostly do not.
type Keyer struct {
	// DropUserinfo leaves out the userinfo.
	DropUserinfo bool
	// DropWWW leaves out the first labels "www", "www2" ... of a host, if two
	// labels remain that are more than numbers.
	DropWWW bool
	// SortQuery sorts the name=value pairs of the query by their names. The
	// order of those with equal names stays.
	SortQuery bool
	// IndexNames are what the last segment of a path may be left out for, such
	// as "index.html". They are compared as written, octet by octet.
	IndexNames []string
}

// AppendKey appends the key of u to dst: its normal form ([uri.URI.Normalize])
// without the fragment. Two URIs have the same key if and only if these are the
// same. It does not allocate where dst has room and the authority has no escapes.
func AppendKey(dst []byte, u uri.URI) []byte {
	return Keyer{}.AppendKey(dst, u)
}

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
// The labels of a host name are reversed, a "." at its end is left out.
// Addresses, and names of other characters than letters, digits, "-", "_" and
// ".", stay. What has no host stays whole. It allocates as AppendKey does.
//
// In a sorted list the pages of a host stand together, and those of its
// subdomains after them, if all have the same port.
//
// This form keeps apart what [AppendKey] keeps apart. It is not the key of a web
// archive's index, which joins more: of 24,004 URLs of real pages, 18 % have the
// same form in both. For archives use [AppendArchiveKey].
func AppendSURT(dst []byte, u uri.URI) []byte {
	return Keyer{}.AppendSURT(dst, u)
}

// AppendKey is the function [AppendKey] with the settings of k. With SortQuery
// it also allocates for a query of more than 64 pairs.
func (k Keyer) AppendKey(dst []byte, u uri.URI) []byte {
	dst, _ = k.appendKey(dst, u)
	return dst
}

// A server is where in a key the parts of an authority are that names a host.
// It is zero if there is none.
type server struct{ userinfo, host, port, end int }

// appendKey is AppendKey, and tells where the host is.
func (k Keyer) appendKey(dst []byte, u uri.URI) ([]byte, server) {
	key := len(dst)
	u = u.WithoutFragment()
	if authority, _ := u.Authority(); strings.IndexByte(authority, '%') >= 0 {
		u = u.Normalize() // without its escapes it may name a host, at another place
	}
	dst = uri.RFC2396.AppendNormalize(dst, u)
	if u.IsOpaque() {
		return dst, server{}
	}
	// An authority without escapes changes in its case and its port alone, and without a
	// host not at all.
	var s server
	path, _, _ := u.Span(uri.PartPath)
	path += key
	if host, hostEnd, ok := u.Span(uri.PartHost); ok {
		userinfo, _, _ := u.Span(uri.PartUserinfo)
		s = server{key + userinfo, key + host, key + hostEnd, indexAny(dst, key+hostEnd, "/?")}
		if k.DropUserinfo {
			dst, s = cut(dst, s, s.userinfo, s.host)
			s.host = s.userinfo
		}
		if k.DropWWW {
			dst, s = cut(dst, s, s.host, s.host+wwwLabel(dst[s.host:s.port]))
		}
		path = s.end
	}
	query := indexAny(dst, path, "?")
	n := indexName(dst[path:query], k.IndexNames)
	dst = slices.Delete(dst, query-n, query)
	query -= n
	if k.SortQuery && query < len(dst) {
		dst = sortPairs(dst, query+1)
	}
	return dst, s
}

// indexAny returns where one of chars first stands in s at or after i, len(s)
// for nowhere.
func indexAny(s []byte, i int, chars string) int {
	if k := bytes.IndexAny(s[i:], chars); k >= 0 {
		return i + k
	}
	return len(s)
}

// cut removes key[i:j], which is in the authority before the port.
func cut(key []byte, s server, i, j int) ([]byte, server) {
	s.port -= j - i
	s.end -= j - i
	return slices.Delete(key, i, j), s
}

// wwwLabel returns the length of the first labels "www", "www2" ... of a host with
// their ".", as long as two labels follow that are more than numbers, and 0
// otherwise. All of them go, so that none is left for the key of the key.
func wwwLabel(host []byte) (end int) {
	for {
		if !bytes.HasPrefix(host[end:], []byte("www")) {
			return end
		}
		n := end + len("www")
		for n < len(host) && '0' <= host[n] && host[n] <= '9' {
			n++
		}
		if n == len(host) || host[n] != '.' {
			return end
		}
		n++
		rest := host[n:]
		if dot := bytes.IndexByte(rest, '.'); dot <= 0 || dot+1 == len(rest) || len(bytes.Trim(rest, "0123456789.")) == 0 {
			return end
		}
		end = n
	}
}

// indexName returns the length of the last segment of path if it is one of
// names, and 0 otherwise.
func indexName(path []byte, names []string) int {
	segment := path[bytes.LastIndexByte(path, '/')+1:]
	if len(segment) < len(path) && slices.ContainsFunc(names, func(name string) bool { return name == string(segment) }) {
		return len(segment)
	}
	return 0
}

// sortPairs sorts what stands between the "&" of key[i:] by what stands before
// the first "=" of each.
func sortPairs(key []byte, i int) []byte {
	type pair struct{ start, nameEnd, end int }
	var few [64]pair
	pairs := few[:0]
	end := len(key)
	for start := i; start <= end; {
		stop := indexAny(key[:end], start, "&")
		pairs = append(pairs, pair{start, indexAny(key[:stop], start, "="), stop})
		start = stop + 1
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return bytes.Compare(key[a.start:a.nameEnd], key[b.start:b.nameEnd])
	})
	for n, p := range pairs {
		if n > 0 {
			key = append(key, '&')
		}
		key = append(key, key[p.start:p.end]...)
	}
	copy(key[i:end], key[end:])
	return key[:end]
}

// AppendSURT is the function [AppendSURT] with the settings of k.
func (k Keyer) AppendSURT(dst []byte, u uri.URI) []byte {
	start := len(dst)
	dst, s := k.appendKey(dst, u)
	if s == (server{}) {
		return dst
	}
	end := len(dst)
	if info, _ := uri.LookupScheme(u.Scheme()); !info.HTTP {
		dst = append(dst, dst[start:s.userinfo]...)
		dst = append(dst, '(')
	}
	if host := dst[s.host:s.port]; isName(host) {
		host = bytes.TrimSuffix(host, []byte("."))
		for {
			dot := bytes.LastIndexByte(host, '.')
			dst = append(dst, host[dot+1:]...)
			if dot < 0 {
				break
			}
			dst = append(dst, ',')
			host = host[:dot]
		}
	} else {
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

// isName reports whether host is a name, made of what such names are made of in
// practice, and no address.
func isName(host []byte) bool {
	dots, letters := 0, false
	for _, b := range host {
		switch {
		case b == '.':
			dots++
		case table[b]&isScheme == 0 && b != '_', b == '+':
			return false
		case b < '0' || b > '9':
			letters = true
		}
	}
	return letters || dots != 3
}
