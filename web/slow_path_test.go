package web

import (
	"slices"
	"strconv"
	"strings"
)

// The states of the slow twin from the host state on, and the serialization (URL
// Standard, 4.5) and the origin (4.7) of a URL record.

// host state
func (m *slowMachine) host() bool {
	if m.c == ':' && !m.insideBrackets {
		if len(m.buffer) == 0 {
			m.p.validationError("host-missing")
			return false
		}
		host, ok := m.p.parseHost(m.buffer, !m.url.isSpecial())
		if !ok {
			return false
		}
		m.url.host = host
		m.buffer = nil
		m.state = portState
	} else if m.endsAuthority() {
		m.pointer--
		if m.url.isSpecial() && len(m.buffer) == 0 {
			m.p.validationError("host-missing")
			return false
		}
		host, ok := m.p.parseHost(m.buffer, !m.url.isSpecial())
		if !ok {
			return false
		}
		m.url.host = host
		m.buffer = nil
		m.state = pathStartState
	} else {
		if m.c == '[' {
			m.insideBrackets = true
		}
		if m.c == ']' {
			m.insideBrackets = false
		}
		m.buffer = append(m.buffer, m.c)
	}
	return true
}

// port state
func (m *slowMachine) port() bool {
	if slowASCIIDigit(m.c) {
		m.buffer = append(m.buffer, m.c)
	} else if m.endsAuthority() {
		if len(m.buffer) > 0 {
			digits := strings.TrimLeft(string(m.buffer), "0")
			port, err := strconv.ParseUint("0"+digits, 10, 16)
			if err != nil {
				m.p.validationError("port-out-of-range")
				return false
			}
			m.url.port = int(port)
			if m.url.port == slowDefaultPort(m.url.scheme) {
				m.url.port = -1
			}
			m.buffer = nil
		}
		m.state = pathStartState
		m.pointer--
	} else {
		m.p.validationError("port-invalid")
		return false
	}
	return true
}

// file state
func (m *slowMachine) file() bool {
	m.url.scheme = "file"
	m.url.host = slowHost{kind: slowEmptyHost}
	if m.c == '/' || m.c == '\\' {
		if m.c == '\\' {
			m.p.validationError("invalid-reverse-solidus")
		}
		m.state = fileSlashState
	} else if m.base != nil && m.base.scheme == "file" {
		m.url.host = m.base.host
		m.url.path = slices.Clone(m.base.path)
		m.url.query = m.base.query
		if m.c == '?' {
			m.url.query = slowDefined("")
			m.state = queryState
		} else if m.c == '#' {
			m.url.fragment = slowDefined("")
			m.state = fragmentState
		} else if m.c != eof {
			m.url.query = slowText{}
			if !slowStartsWithDriveLetter(m.input[m.pointer:]) {
				m.url.shorten()
			} else {
				m.p.validationError("file-invalid-Windows-drive-letter")
				m.url.path = nil
			}
			m.state = pathState
			m.pointer--
		}
	} else {
		m.state = pathState
		m.pointer--
	}
	return true
}

// file slash state
func (m *slowMachine) fileSlash() bool {
	if m.c == '/' || m.c == '\\' {
		if m.c == '\\' {
			m.p.validationError("invalid-reverse-solidus")
		}
		m.state = fileHostState
	} else {
		if m.base != nil && m.base.scheme == "file" {
			m.url.host = m.base.host
			var rest []rune
			if m.pointer < len(m.input) {
				rest = m.input[m.pointer:]
			}
			if !slowStartsWithDriveLetter(rest) && len(m.base.path) > 0 && slowNormalizedDriveLetter(m.base.path[0]) {
				m.url.path = append(m.url.path, m.base.path[0])
			}
		}
		m.state = pathState
		m.pointer--
	}
	return true
}

// file host state
func (m *slowMachine) fileHost() bool {
	if m.c == eof || m.c == '/' || m.c == '\\' || m.c == '?' || m.c == '#' {
		m.pointer--
		if slowDriveLetter(m.buffer) {
			m.p.validationError("file-invalid-Windows-drive-letter-host")
			m.state = pathState // buffer is not reset
		} else if len(m.buffer) == 0 {
			m.url.host = slowHost{kind: slowEmptyHost}
			m.state = pathStartState
		} else {
			host, ok := m.p.parseHost(m.buffer, !m.url.isSpecial())
			if !ok {
				return false
			}
			if host.kind == slowDomain && host.name == "localhost" {
				host = slowHost{kind: slowEmptyHost}
			}
			m.url.host = host
			m.buffer = nil
			m.state = pathStartState
		}
	} else {
		m.buffer = append(m.buffer, m.c)
	}
	return true
}

// path start state
func (m *slowMachine) pathStart() bool {
	if m.url.isSpecial() {
		if m.c == '\\' {
			m.p.validationError("invalid-reverse-solidus")
		}
		m.state = pathState
		if m.c != '/' && m.c != '\\' {
			m.pointer--
		}
	} else if m.c == '?' {
		m.url.query = slowDefined("")
		m.state = queryState
	} else if m.c == '#' {
		m.url.fragment = slowDefined("")
		m.state = fragmentState
	} else if m.c != eof {
		m.state = pathState
		if m.c != '/' {
			m.pointer--
		}
	}
	return true
}

// path state
func (m *slowMachine) path() bool {
	if m.c == eof || m.c == '/' || m.url.isSpecial() && m.c == '\\' || m.c == '?' || m.c == '#' {
		if m.url.isSpecial() && m.c == '\\' {
			m.p.validationError("invalid-reverse-solidus")
		}
		slash := m.c == '/' || m.url.isSpecial() && m.c == '\\'
		if slowDoubleDot(string(m.buffer)) {
			m.url.shorten()
			if !slash {
				m.url.path = append(m.url.path, "")
			}
		} else if slowSingleDot(string(m.buffer)) && !slash {
			m.url.path = append(m.url.path, "")
		} else if !slowSingleDot(string(m.buffer)) {
			if m.url.scheme == "file" && len(m.url.path) == 0 && slowDriveLetter(m.buffer) {
				m.buffer[1] = ':'
			}
			m.url.path = append(m.url.path, string(m.buffer))
		}
		m.buffer = nil
		if m.c == '?' {
			m.url.query = slowDefined("")
			m.state = queryState
		}
		if m.c == '#' {
			m.url.fragment = slowDefined("")
			m.state = fragmentState
		}
	} else {
		m.checkUnit()
		m.buffer = append(m.buffer, []rune(slowPercentEncode(m.c, slowPathSet))...)
	}
	return true
}

// checkUnit is the two steps that the path, opaque path, query and fragment
// states have in common.
func (m *slowMachine) checkUnit() {
	if !slowURLCodePoint(m.c) && m.c != '%' {
		m.p.validationError("invalid-URL-unit")
	}
	if m.c == '%' && !(slowASCIIHexDigit(m.at(m.pointer+1)) && slowASCIIHexDigit(m.at(m.pointer+2))) {
		m.p.validationError("invalid-URL-unit")
	}
}

// opaque path state
func (m *slowMachine) opaquePath() bool {
	if m.c == '?' {
		m.url.query = slowDefined("")
		m.state = queryState
	} else if m.c == '#' {
		m.url.fragment = slowDefined("")
		m.state = fragmentState
	} else if m.c == ' ' {
		m.p.validationError("invalid-URL-unit")
		if m.remainingStartsWith("?") || m.remainingStartsWith("#") {
			m.url.opaquePath += "%20"
		} else {
			m.url.opaquePath += " "
		}
	} else if m.c != eof {
		m.checkUnit()
		m.url.opaquePath += slowPercentEncode(m.c, slowC0ControlSet)
	}
	return true
}

// query state
func (m *slowMachine) query() bool {
	encode := m.p.encode
	if !m.url.isSpecial() || m.url.scheme == "ws" || m.url.scheme == "wss" {
		encode = nil
	}
	if m.c == '#' || m.c == eof {
		set := slowQuerySet
		if m.url.isSpecial() {
			set = slowSpecialQuerySet
		}
		if encode != nil {
			for _, b := range encode(string(m.buffer)) {
				m.url.query.text += slowPercentEncodeByte(b, set)
			}
		} else {
			for _, c := range m.buffer {
				m.url.query.text += slowPercentEncode(c, set)
			}
		}
		m.buffer = nil
		if m.c == '#' {
			m.url.fragment = slowDefined("")
			m.state = fragmentState
		}
	} else {
		m.checkUnit()
		m.buffer = append(m.buffer, m.c)
	}
	return true
}

// fragment state
func (m *slowMachine) fragment() bool {
	if m.c != eof {
		m.checkUnit()
		m.url.fragment.text += slowPercentEncode(m.c, slowFragmentSet)
	}
	return true
}

// slowDefaultPort is the table of special schemes (4.2): -1 is null, -2 a scheme
// that is not special.
func slowDefaultPort(scheme string) int {
	switch scheme {
	case "ftp":
		return 21
	case "file":
		return -1
	case "http":
		return 80
	case "https":
		return 443
	case "ws":
		return 80
	case "wss":
		return 443
	}
	return -2
}

func (u slowURL) isSpecial() bool { return slowDefaultPort(u.scheme) != -2 }

// shorten shortens a url's path (4.2).
func (u *slowURL) shorten() {
	if u.scheme == "file" && len(u.path) == 1 && slowNormalizedDriveLetter(u.path[0]) {
		return
	}
	if len(u.path) > 0 {
		u.path = u.path[:len(u.path)-1]
	}
}

// slowSingleDot reports whether s is a single-dot URL path segment (4.1).
func slowSingleDot(s string) bool {
	s = strings.ToLower(s)
	return s == "." || s == "%2e"
}

// slowDoubleDot reports whether s is a double-dot URL path segment (4.1).
func slowDoubleDot(s string) bool {
	s = strings.ToLower(s)
	return s == ".." || s == ".%2e" || s == "%2e." || s == "%2e%2e"
}

// slowDriveLetter reports whether s is a Windows drive letter (4.2).
func slowDriveLetter(s []rune) bool {
	return len(s) == 2 && slowASCIIAlpha(s[0]) && (s[1] == ':' || s[1] == '|')
}

func slowNormalizedDriveLetter(s string) bool {
	return slowDriveLetter([]rune(s)) && s[1] == ':'
}

func slowStartsWithDriveLetter(s []rune) bool {
	return len(s) >= 2 && slowDriveLetter(s[:2]) &&
		(len(s) == 2 || s[2] == '/' || s[2] == '\\' || s[2] == '?' || s[2] == '#')
}

// pathText is the URL path serializer (4.5).
func (u slowURL) pathText() string {
	if u.opaque {
		return u.opaquePath
	}
	var output string
	for _, segment := range u.path {
		output += "/" + segment
	}
	return output
}

// serialize is the URL serializer (4.5).
func (u slowURL) serialize() string {
	output := u.scheme + ":"
	if u.host.kind != slowNullHost {
		output += "//"
		if u.username != "" || u.password != "" {
			output += u.username
			if u.password != "" {
				output += ":" + u.password
			}
			output += "@"
		}
		output += u.host.serialize()
		if u.port != -1 {
			output += ":" + strconv.Itoa(u.port)
		}
	}
	if u.host.kind == slowNullHost && !u.opaque && len(u.path) > 1 && u.path[0] == "" {
		output += "/."
	}
	output += u.pathText()
	if u.query.defined {
		output += "?" + u.query.text
	}
	if u.fragment.defined {
		output += "#" + u.fragment.text
	}
	return output
}

// origin is the serialization of the URL's origin (4.7): "null" for an opaque
// origin. There is no blob URL store, and the origin of a file URL is opaque.
func (u slowURL) origin(toASCII func(string) (string, bool)) string {
	switch u.scheme {
	case "blob":
		p := slowParser{toASCII: toASCII}
		inner, ok := p.parse(u.pathText(), nil)
		if ok && (inner.scheme == "http" || inner.scheme == "https" || inner.scheme == "file") {
			return inner.origin(toASCII)
		}
		return "null"
	case "ftp", "http", "https", "ws", "wss":
		s := u.scheme + "://" + u.host.serialize()
		if u.port != -1 {
			s += ":" + strconv.Itoa(u.port)
		}
		return s
	}
	return "null"
}
