package web

import "slices"

// The slow twin of Parser: the basic URL parser of the URL Standard as of July 2026, written out
// state by state over code points as the standard has it. It is the judge, and never
// calls the code that it checks. Steps that need the arguments url and state override
// are left out, since no caller gives them.
//
// slow_host_test.go has the host parser, slow_sets_test.go the sets of code
// points.

// eof is the EOF code point.
const eof rune = -1

// A slowURL is a URL record (URL Standard, 4.1).
type slowURL struct {
	scheme, username, password string
	host                       slowHost
	port                       int // -1 is null
	opaque                     bool
	opaquePath                 string
	path                       []string
	query, fragment            slowText
}

// A slowText is a string or null.
type slowText struct {
	text    string
	defined bool
}

func slowDefined(s string) slowText { return slowText{s, true} }

// A slowParser parses one input and collects the names of the validation errors.
type slowParser struct {
	// toASCII is "domain parser ToASCII" without beStrict; false is failure.
	toASCII func(domain string) (string, bool)
	// encode is the encoding of a query that is not UTF-8; nil is UTF-8. It gives
	// the bytes before percent-encoding.
	encode func(s string) []byte

	errors []string
}

func (p *slowParser) validationError(name string) { p.errors = append(p.errors, name) }

// slowScalars decodes s from UTF-8. Each byte that is no part of a code point
// counts as one U+FFFD.
func slowScalars(s string) []rune {
	var all []rune
	for _, r := range s {
		all = append(all, r)
	}
	return all
}

// parse is the basic URL parser (4.4). It returns false for failure.
func (p *slowParser) parse(text string, base *slowURL) (slowURL, bool) {
	m := p.machine(text, base)
	for {
		m.c = m.at(m.pointer)
		if !m.run() {
			return slowURL{}, false
		}
		if m.pointer >= len(m.input) {
			return m.url, true
		}
		m.pointer++
	}
}

// machine returns the state machine before it reads the input.
func (p *slowParser) machine(text string, base *slowURL) *slowMachine {
	input := slowScalars(text)
	url := slowURL{port: -1}

	// If input contains any leading or trailing C0 control or space,
	// invalid-URL-unit validation error. Remove them.
	trimmed := input
	for len(trimmed) > 0 && slowC0ControlOrSpace(trimmed[0]) {
		trimmed = trimmed[1:]
	}
	for len(trimmed) > 0 && slowC0ControlOrSpace(trimmed[len(trimmed)-1]) {
		trimmed = trimmed[:len(trimmed)-1]
	}
	if len(trimmed) != len(input) {
		p.validationError("invalid-URL-unit")
	}

	// If input contains any ASCII tab or newline, invalid-URL-unit validation
	// error. Remove them.
	input = nil
	for _, c := range trimmed {
		if !slowTabOrNewline(c) {
			input = append(input, c)
		}
	}
	if len(input) != len(trimmed) {
		p.validationError("invalid-URL-unit")
	}

	return &slowMachine{p: p, base: base, url: url, input: input, state: schemeStartState}
}

// A slowState is a state of the basic URL parser.
type slowState int

const (
	schemeStartState slowState = iota
	schemeState
	noSchemeState
	specialRelativeOrAuthorityState
	pathOrAuthorityState
	relativeState
	relativeSlashState
	specialAuthoritySlashesState
	specialAuthorityIgnoreSlashesState
	authorityState
	hostState
	portState
	fileState
	fileSlashState
	fileHostState
	pathStartState
	pathState
	opaquePathState
	queryState
	fragmentState
)

// A slowMachine is the state machine of one run.
type slowMachine struct {
	p       *slowParser
	base    *slowURL // nil is null
	url     slowURL
	input   []rune
	pointer int
	c       rune // the code point at pointer
	state   slowState
	buffer  []rune

	atSignSeen, insideBrackets, passwordTokenSeen bool
}

// at returns the code point that a pointer points to.
func (m *slowMachine) at(pointer int) rune {
	if pointer >= len(m.input) {
		return eof
	}
	return m.input[pointer]
}

// remainingStartsWith reports whether remaining starts with s.
func (m *slowMachine) remainingStartsWith(s string) bool {
	for i, r := range []rune(s) {
		if m.at(m.pointer+1+i) != r {
			return false
		}
	}
	return true
}

// run runs the machine once. It returns false for failure.
func (m *slowMachine) run() bool {
	switch m.state {
	case schemeStartState:
		return m.schemeStart()
	case schemeState:
		return m.scheme()
	case noSchemeState:
		return m.noScheme()
	case specialRelativeOrAuthorityState:
		return m.specialRelativeOrAuthority()
	case pathOrAuthorityState:
		return m.pathOrAuthority()
	case relativeState:
		return m.relative()
	case relativeSlashState:
		return m.relativeSlash()
	case specialAuthoritySlashesState:
		return m.specialAuthoritySlashes()
	case specialAuthorityIgnoreSlashesState:
		return m.specialAuthorityIgnoreSlashes()
	case authorityState:
		return m.authority()
	case hostState:
		return m.host()
	case portState:
		return m.port()
	case fileState:
		return m.file()
	case fileSlashState:
		return m.fileSlash()
	case fileHostState:
		return m.fileHost()
	case pathStartState:
		return m.pathStart()
	case pathState:
		return m.path()
	case opaquePathState:
		return m.opaquePath()
	case queryState:
		return m.query()
	default:
		return m.fragment()
	}
}

// scheme start state
func (m *slowMachine) schemeStart() bool {
	if slowASCIIAlpha(m.c) {
		m.buffer = append(m.buffer, slowLower(m.c))
		m.state = schemeState
	} else {
		m.state = noSchemeState
		m.pointer--
	}
	return true
}

// scheme state
func (m *slowMachine) scheme() bool {
	if slowASCIIAlphanumeric(m.c) || m.c == '+' || m.c == '-' || m.c == '.' {
		m.buffer = append(m.buffer, slowLower(m.c))
	} else if m.c == ':' {
		m.url.scheme = string(m.buffer)
		m.buffer = nil
		if m.url.scheme == "file" {
			if !m.remainingStartsWith("//") {
				m.p.validationError("special-scheme-missing-following-solidus")
			}
			m.state = fileState
		} else if m.url.isSpecial() && m.base != nil && m.base.scheme == m.url.scheme {
			m.state = specialRelativeOrAuthorityState
		} else if m.url.isSpecial() {
			m.state = specialAuthoritySlashesState
		} else if m.remainingStartsWith("/") {
			m.state = pathOrAuthorityState
			m.pointer++
		} else {
			m.url.opaque, m.url.opaquePath = true, ""
			m.state = opaquePathState
		}
	} else {
		m.buffer = nil
		m.state = noSchemeState
		m.pointer = -1 // start over: the loop adds one
	}
	return true
}

// no scheme state
func (m *slowMachine) noScheme() bool {
	if m.base == nil || m.base.opaque && m.c != '#' {
		m.p.validationError("missing-scheme-non-relative-URL")
		return false
	} else if m.base.opaque && m.c == '#' {
		m.url.scheme = m.base.scheme
		m.url.opaque, m.url.opaquePath = true, m.base.opaquePath
		m.url.query = m.base.query
		m.url.fragment = slowDefined("")
		m.state = fragmentState
	} else if m.base.scheme != "file" {
		m.state = relativeState
		m.pointer--
	} else {
		m.state = fileState
		m.pointer--
	}
	return true
}

// special relative or authority state
func (m *slowMachine) specialRelativeOrAuthority() bool {
	if m.c == '/' && m.remainingStartsWith("/") {
		m.state = specialAuthorityIgnoreSlashesState
		m.pointer++
	} else {
		m.p.validationError("special-scheme-missing-following-solidus")
		m.state = relativeState
		m.pointer--
	}
	return true
}

// path or authority state
func (m *slowMachine) pathOrAuthority() bool {
	if m.c == '/' {
		m.state = authorityState
	} else {
		m.state = pathState
		m.pointer--
	}
	return true
}

// copyAuthority sets username, password, host and port to base's.
func (m *slowMachine) copyAuthority() {
	m.url.username = m.base.username
	m.url.password = m.base.password
	m.url.host = m.base.host
	m.url.port = m.base.port
}

// relative state
func (m *slowMachine) relative() bool {
	m.url.scheme = m.base.scheme
	if m.c == '/' {
		m.state = relativeSlashState
	} else if m.url.isSpecial() && m.c == '\\' {
		m.p.validationError("invalid-reverse-solidus")
		m.state = relativeSlashState
	} else {
		m.copyAuthority()
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
			m.url.shorten()
			m.state = pathState
			m.pointer--
		}
	}
	return true
}

// relative slash state
func (m *slowMachine) relativeSlash() bool {
	if m.url.isSpecial() && (m.c == '/' || m.c == '\\') {
		if m.c == '\\' {
			m.p.validationError("invalid-reverse-solidus")
		}
		m.state = specialAuthorityIgnoreSlashesState
	} else if m.c == '/' {
		m.state = authorityState
	} else {
		m.copyAuthority()
		m.state = pathState
		m.pointer--
	}
	return true
}

// special authority slashes state
func (m *slowMachine) specialAuthoritySlashes() bool {
	if m.c == '/' && m.remainingStartsWith("/") {
		m.state = specialAuthorityIgnoreSlashesState
		m.pointer++
	} else {
		m.p.validationError("special-scheme-missing-following-solidus")
		m.state = specialAuthorityIgnoreSlashesState
		m.pointer--
	}
	return true
}

// special authority ignore slashes state
func (m *slowMachine) specialAuthorityIgnoreSlashes() bool {
	if m.c != '/' && m.c != '\\' {
		m.state = authorityState
		m.pointer--
	} else {
		m.p.validationError("special-scheme-missing-following-solidus")
	}
	return true
}

// endsAuthority reports whether c is the EOF code point, "/", "?" or "#", or url
// is special and c is "\".
func (m *slowMachine) endsAuthority() bool {
	return m.c == eof || m.c == '/' || m.c == '?' || m.c == '#' || m.url.isSpecial() && m.c == '\\'
}

// authority state
func (m *slowMachine) authority() bool {
	if m.c == '@' {
		m.p.validationError("invalid-credentials")
		if m.atSignSeen {
			m.buffer = append([]rune("%40"), m.buffer...)
		}
		m.atSignSeen = true
		for _, codePoint := range m.buffer {
			if codePoint == ':' && !m.passwordTokenSeen {
				m.passwordTokenSeen = true
				continue
			}
			encoded := slowPercentEncode(codePoint, slowUserinfoSet)
			if m.passwordTokenSeen {
				m.url.password += encoded
			} else {
				m.url.username += encoded
			}
		}
		m.buffer = nil
	} else if m.endsAuthority() {
		if m.atSignSeen && len(m.buffer) == 0 {
			m.p.validationError("host-missing")
			return false
		}
		m.pointer -= len(m.buffer) + 1
		m.buffer = nil
		m.state = hostState
	} else {
		m.buffer = append(m.buffer, m.c)
	}
	return true
}
