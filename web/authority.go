package web

import (
	"math"
	"strconv"
	"strings"

	"example.com/uri/internal/ascii"
)

// specialAuthority is the "special authority ignore slashes state": it skips all
// slashes from in[i] on and parses the text after them as an authority.
func (d *parsing) specialAuthority(text []byte, i int) []byte {
	for d.slash(i) {
		i++
	}
	return d.authority(text, i)
}

// authority is the "authority state": the authority begins at in[i].
func (d *parsing) authority(text []byte, i int) []byte {
	text = append(text, "//"...)
	d.u.user = uint32(len(text))
	end := scanUntil(d.in, i, d.segmentEnd())
	if n := strings.LastIndexByte(d.in[i:end], '@'); n >= 0 {
		if i+n+1 == end {
			return d.fail("host-missing", end)
		}
		text = d.userinfo(text, d.in[i:i+n])
		i += n + 1
	}
	if text = d.hostAndPort(text, i, end); text == nil {
		return nil
	}
	return d.pathStart(text, end)
}

// userinfo is the part of the "authority state" for the username and the password: s is
// the text before the last "@" of an authority.
func (d *parsing) userinfo(text []byte, s string) []byte {
	username, password, _ := strings.Cut(s, ":")
	text = appendEncoded(text, username, inUserinfoSet)
	d.u.user = uint32(len(text))
	if password != "" {
		text = append(text, ':')
		text = appendEncoded(text, password, inUserinfoSet)
	}
	if username != "" || password != "" {
		text = append(text, '@')
	}
	return text
}

// hostAndPort is the "host state" and the "port state" for in[i:end].
func (d *parsing) hostAndPort(text []byte, i, end int) []byte {
	colon := i + portColon(d.in[i:end])
	if i == colon && (colon < end || d.special()) {
		return d.fail("host-missing", i)
	}
	text = d.host(text, i, colon)
	if text == nil || colon == end {
		return text
	}
	return d.port(text, colon+1, end)
}

// portColon returns the offset of the first ":" of s outside brackets, or len(s).
func portColon(s string) int {
	if strings.IndexByte(s, ':') < 0 {
		return len(s)
	}
	brackets := false
	for i := range len(s) {
		c := s[i]
		if c == ':' && !brackets {
			return i
		}
		brackets = c == '[' || brackets && c != ']'
	}
	return len(s)
}

// port is the "port state" for in[i:end].
func (d *parsing) port(text []byte, i, end int) []byte {
	const tooBig = math.MaxUint16 + 1
	n := 0
	for k := i; k < end; k++ {
		if !ascii.Digit.Has(d.in[k]) {
			return d.fail("port-invalid", k)
		}
		n = min(n*10+int(d.in[k]-'0'), tooBig)
	}
	if n == tooBig {
		return d.fail("port-out-of-range", i)
	}
	if i < end && n != defaultPort(d.u.kind) {
		text = append(text, ':')
		text = strconv.AppendInt(text, int64(n), 10)
	}
	return text
}

// file is the "file state" and the "file slash state": in[i:] is the text after
// "file:", or a reference against a file URL. The text is "file:".
func (d *parsing) file(text []byte, i int) []byte {
	fileBase := d.base.kind == fileScheme
	if !d.slash(i) {
		switch {
		case !fileBase:
			return d.pathAndRest(d.emptyHost(text), i)
		case startsWithDriveLetter(d.in[i:]):
			return d.pathAndRest(d.baseAuthority(text), i)
		}
		return d.relativePath(d.baseAuthority(text), i)
	}
	switch {
	case d.slash(i + 1):
		return d.fileHost(text, i+2)
	case !fileBase:
		return d.pathAndRest(d.emptyHost(text), i+1)
	}
	text = d.baseAuthority(text)
	if path := d.base.Path(); hasDriveLetter(path) && !startsWithDriveLetter(d.in[i+1:]) {
		text = append(text, path[:len("/C:")]...)
	}
	return d.pathAndRest(text, i+1)
}

// emptyHost appends the empty host of a file URL.
func (d *parsing) emptyHost(text []byte) []byte {
	text = append(text, "//"...)
	n := uint32(len(text))
	d.u.user, d.u.host, d.u.hostEnd, d.u.path = n, n, n, n
	return text
}

// fileHost is the "file host state": the host begins at in[i].
func (d *parsing) fileHost(text []byte, i int) []byte {
	end := scanUntil(d.in, i, d.segmentEnd())
	if isDriveLetter(d.in[i:end]) {
		text = append(d.emptyHost(text), '/', d.in[i], ':')
		if d.slash(end) {
			return d.pathAndRest(text, end+1)
		}
		return d.rest(text, end)
	}
	if i == end {
		return d.pathStart(d.emptyHost(text), end)
	}
	text = append(text, "//"...)
	d.u.user = uint32(len(text))
	if text = d.host(text, i, end); text == nil {
		return nil
	}
	if string(text[d.u.host:]) == "localhost" {
		text = text[:d.u.host]
		d.u.hostEnd = d.u.host
	}
	return d.pathStart(text, end)
}
