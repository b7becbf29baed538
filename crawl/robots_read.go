package crawl

import (
	"bytes"
	"io"
)

// maxRobots is how many bytes ReadRobots reads: about twice what RFC 9309, 2.5, asks for.
const maxRobots = 1 << 20

// ReadRobots returns the rules of a server from its response for /robots.txt, the
// status and the body of HTTP. Status 0 means an unreachable server (RFC 9309, 2.3.1):
//
//   - 200 to 299: the rules in the first MiB of body ([ParseRobots]), without a last
//     line cut there (2.3.1.1, 2.5).
//   - 300 to 399: all is allowed. Follow at least five redirects first, with
//     [Redirect]. The rules at their end hold for the first server (2.3.1.2).
//   - 400 to 499: all is allowed (2.3.1.3), except with 429.
//   - 429 and all other numbers: nothing is allowed, except /robots.txt (2.3.1.4). RFC
//     9309 lets a crawler go on after a 429, but "Too Many Requests" asks it to stop
//     (RFC 6585, 4). The file may exist. Ask again after the time in the field Retry-After,
//     if there is one, or after a pause that doubles each time.
//
// If body ends with an error, nothing is allowed, and ReadRobots returns the error. Such a
// file will often be cut short again: ask after a long pause. For other statuses than 200
// to 299, it does not read body: body may be nil.
func ReadRobots(status int, body io.Reader) (Robots, error) {
	switch {
	case 200 <= status && status <= 299:
		text, err := io.ReadAll(io.LimitReader(body, maxRobots+1))
		if err != nil {
			return disallowAll, err
		}
		if len(text) > maxRobots {
			text = text[:1+bytes.LastIndexAny(text, "\r\n")]
		}
		return ParseRobots(text), nil
	case 300 <= status && status <= 499 && status != 429:
		return Robots{}, nil
	}
	return disallowAll, nil
}

// disallowAll allows nothing. It is not from a file.
var disallowAll = Robots{groups: []group{{agents: []string{"*"}, plain: prefix{rule: &robotsRule{pattern: "/"}}}}}
