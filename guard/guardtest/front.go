package guardtest

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"example.com/uri/internal/ascii"
	"example.com/uri/internal/pathread"
)

// The limits of an attack. Only tests change them.
var (
	stepTime   = 5 * time.Second       // for a connection, and for the answer to a request
	frameTime  = time.Second           // for the answer to a request whose end is disputed
	quietTime  = 20 * time.Millisecond // for bytes that a front sends after its answer
	attackTime = 5 * time.Minute       // for all requests
	mostSilent = 3                     // requests without an answer
)

// Gaps sends raw requests to the front at an address, "127.0.0.1:8080" or
// "http://127.0.0.1:8080". The front must send them on to s, and nothing of its own, such as
// checks of its health. Gaps returns a gap for each of these facts that does not hold, with the
// shortest request for it, in the order of length:
//
//   - Without Login no request arrives with Field in any spelling, or with a path that some
//     server reads as Guarded or below it.
//   - With Login exactly one value of Field arrives, User.
//   - The method arrives as it is written. A method in small letters arrives only if the front
//     lets the same one in capitals pass.
//   - X-Forwarded-For ends with the address of the client, or does not arrive.
//   - No Destination names Guarded, as some server reads it.
//   - Each request arrives once, and all programs agree about its end.
//
// A gap counts if it is found again with the same request.
//
// The error is not nil if the front cannot be tested: nothing answers at the address, a request
// for Open or one for Guarded with Login does not arrive, or several requests stay without an
// answer. Then the gaps are the ones found before. Gaps waits five seconds for a front to begin
// and for each answer, and five minutes in all.
func (s *Server) Gaps(address string) ([]Gap, error) {
	s.attacks.Lock()
	defer s.attacks.Unlock()
	r := run{server: s, site: s.site, address: strings.TrimSuffix(strings.TrimPrefix(address, "http://"), "/"), end: time.Now().Add(attackTime), passed: map[string]bool{}}
	if r.site.Host == "" {
		r.site.Host = r.address
	}
	err := r.harmless()
	if err == nil {
		err = r.attack()
	}
	gaps := r.found.simplest()
	slices.SortStableFunc(gaps, func(a, b Gap) int { return len(a.Text) - len(b.Text) })
	return gaps, err
}

// Attack reports each gap of [Server.Gaps], and its error, as an error of the test.
func (s *Server) Attack(address string) {
	s.t.Helper()
	gaps, err := s.Gaps(address)
	if err != nil {
		s.t.Error(err)
	}
	for _, g := range gaps {
		s.t.Error(g)
	}
}

// A run is one attack on a front.
type run struct {
	server  *Server
	site    Site // with its Host
	address string
	end     time.Time
	peer    netip.Addr      // the client, as the front knows it
	passed  map[string]bool // methods in capitals that the front lets pass to Open
	sent    int             // requests after the harmless ones
	silent  int             // those without an answer
	found   collection
}

// harmless sends the requests that must arrive: one for Open, and one for Guarded with Login.
func (r *run) harmless() error {
	open := r.site.request("GET", r.site.Open)
	arrived, local, err := r.send(open)
	for start := time.Now(); isStarting(err) && time.Since(start) < stepTime; { // the front may have been started just now
		time.Sleep(quietTime)
		arrived, local, err = r.send(open)
	}
	switch {
	case err != nil:
		return fmt.Errorf("guardtest: the front at %s: %w", r.address, err)
	case len(arrived) != 1:
		return fmt.Errorf("guardtest: of a request for %s at %s, %d arrive at the server", r.site.Open, r.address, len(arrived))
	}
	r.peer = local
	if written, ok := lastAddress(arrived[0].values("X-Forwarded-For")); ok {
		r.peer = written
	}
	if r.site.Login == nil {
		return nil
	}
	arrived, _, err = r.send(r.site.withLogin())
	switch {
	case err != nil:
		return fmt.Errorf("guardtest: the front at %s: %w", r.address, err)
	case len(arrived) != 1:
		return fmt.Errorf("guardtest: of a request for %s with the login at %s, %d arrive at the server", r.site.Guarded, r.address, len(arrived))
	case r.site.Field != "" && !slices.Equal(arrived[0].values(r.site.Field), []string{r.site.User}):
		return fmt.Errorf("guardtest: with the login, the values of %s at the server are %q, not %q", r.site.Field, arrived[0].values(r.site.Field), r.site.User)
	}
	return nil
}

// isStarting reports whether no program listens at the address of err.
func isStarting(err error) bool {
	var e *net.OpError
	return errors.As(err, &e) && e.Op == "dial" && e.Addr != nil
}

// attack sends all other requests: those with destinations only if the front lets COPY pass to Open.
func (r *run) attack() error {
	targets := r.site.targets()
	err := r.sendAll(r.site.messages(targets))
	if err == nil && r.passed["COPY"] {
		err = r.sendAll(r.site.destinations(targets))
	}
	return err
}

// sendAll sends messages, and judges what arrives.
func (r *run) sendAll(messages []message) error {
	for _, m := range messages {
		arrived, _, err := r.send(m)
		found := r.judge(m, arrived)
		if slices.ContainsFunc(found, r.found.lacks) { // perhaps a request before m arrived late: a gap is found twice
			arrived, _, err = r.send(m)
			found = r.judge(m, arrived)
		}
		for _, behavior := range found {
			r.found.add(Gap{Behavior: behavior, Text: m.text})
		}
		r.sent++
		switch {
		case err == errSilent && !m.rest:
			r.found.add(Gap{Behavior: "the front does not answer", Text: m.text})
			if r.silent++; r.silent >= mostSilent {
				return fmt.Errorf("guardtest: the front at %s leaves %d requests without an answer for %v", r.address, r.silent, stepTime)
			}
		case err != nil && err != errSilent && err != errClosed:
			return fmt.Errorf("guardtest: the front at %s, after %d requests: %w", r.address, r.sent, err)
		case time.Now().After(r.end):
			return fmt.Errorf("guardtest: the front at %s answered only %d requests in %v", r.address, r.sent, attackTime)
		}
	}
	return nil
}

// The errors of a front that accepts a connection.
var (
	errSilent = errors.New("it does not answer")
	errClosed = errors.New("it closes the connection without an answer")
)

// send sends a request, and returns what arrives at the server before the front has answered, and
// the address from which it was sent.
func (r *run) send(m message) (arrived []arrival, local netip.Addr, err error) {
	r.server.take() // what comes late belongs to no request
	conn, err := net.DialTimeout("tcp", r.address, stepTime)
	if err != nil {
		return nil, local, err
	}
	defer conn.Close()
	if a, err := netip.ParseAddrPort(conn.LocalAddr().String()); err == nil {
		local = a.Addr().Unmap()
	}
	wait := stepTime
	if m.rest {
		wait = frameTime
	}
	_ = conn.SetDeadline(time.Now().Add(wait))
	_, _ = io.WriteString(conn, m.text) // a front may answer before it has read all
	err = readAnswer(bufio.NewReader(conn), strings.ToUpper(m.method))
	if m.rest {
		time.Sleep(quietTime)
	}
	return r.server.take(), local, err
}

// readAnswer reads an answer, of any kind, to a request with a method.
func readAnswer(r *bufio.Reader, method string) error {
	if _, err := r.Peek(1); err != nil {
		if e, ok := err.(net.Error); ok && e.Timeout() {
			return errSilent
		}
		return errClosed
	}
	response, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		return nil // an answer of HTTP/0.9, or one that is cut short
	}
	defer response.Body.Close()
	_, err = io.Copy(io.Discard, io.LimitReader(response.Body, maxBody))
	if e, ok := err.(net.Error); ok && e.Timeout() {
		return errSilent
	}
	return nil
}

// lastAddress returns the last address in the values of X-Forwarded-For.
func lastAddress(values []string) (netip.Addr, bool) {
	if len(values) == 0 {
		return netip.Addr{}, false
	}
	last := values[len(values)-1]
	last = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	if a, err := netip.ParseAddrPort(last); err == nil {
		return a.Addr().Unmap(), true
	}
	a, err := netip.ParseAddr(strings.Trim(last, "[]"))
	return a.Unmap(), err == nil
}

// judge compares the requests that arrived for m with the facts. It returns the behaviors of the gaps.
func (r *run) judge(m message, arrived []arrival) (behaviors []string) {
	add := func(behavior string) { behaviors = append(behaviors, behavior) }
	if len(arrived) > 1 {
		add("several requests arrive for one")
	}
	for i := range arrived {
		a := &arrived[i]
		if a.frame != "" {
			add("programs disagree about the end of a request: " + a.frame)
		}
		if a.method == "" {
			continue
		}
		if i == 0 {
			r.judgeMethod(m, a, add)
		}
		r.judgePeer(a, add)
		if reader, ok := r.isGuarded(a.target); ok && !m.login {
			add("a path around the login: " + reader)
		}
		for _, value := range a.values("Destination") {
			if reader, ok := r.isGuarded(value); ok {
				add("a Destination around the login: " + reader)
			}
		}
		if r.site.Field != "" {
			r.judgeField(m, a, add)
		}
	}
	return behaviors
}

// judgeMethod is judge for the method. A request with a method in capitals comes before those in
// other cases.
func (r *run) judgeMethod(m message, a *arrival, add func(string)) {
	upper := strings.ToUpper(m.method)
	switch {
	case m.method == upper && a.method == m.method:
		r.passed[m.method] = true
	case a.method != m.method && strings.EqualFold(a.method, m.method):
		add("the front changes the case of a method")
	case a.method != m.method:
		add("the front changes the method")
	case !r.passed[upper]:
		add("a method in other letters, which the front refuses in capitals")
	}
}

// judgePeer is judge for X-Forwarded-For, in any spelling.
func (r *run) judgePeer(a *arrival, add func(string)) {
	const name = "x-forwarded-for"
	var values []string
	for _, f := range a.fields {
		if ascii.FoldField(f.name) != name {
			continue
		}
		if strings.EqualFold(f.name, name) {
			values = append(values, f.value)
		} else if last, ok := lastAddress([]string{f.value}); !ok || last != r.peer {
			add("another client's address in X-Forwarded-For: " + spelling(f.name, name))
		}
	}
	if last, ok := lastAddress(values); len(values) > 0 && (!ok || last != r.peer) {
		add("another client's address in X-Forwarded-For: " + asWritten)
	}
}

func (r *run) judgeField(m message, a *arrival, add func(string)) {
	n := 0
	for _, f := range a.fields {
		if ascii.FoldField(f.name) != ascii.FoldField(r.site.Field) {
			continue
		}
		n++
		switch {
		case m.login && f.value == r.site.User:
		case f.trailer:
			add(r.site.Field + " is forged: in a trailer")
		default:
			add(r.site.Field + " is forged: " + spelling(f.name, r.site.Field))
		}
	}
	switch {
	case m.login && n == 0:
		add(r.site.Field + " is missing after a login")
	case m.login && n > 1:
		add(r.site.Field + " has several values after a login")
	}
}

// spelling describes how name differs from the field want.
func spelling(name, want string) string {
	switch {
	case name == want:
		return asWritten
	case strings.EqualFold(name, want):
		return "in another case"
	case strings.EqualFold(strings.ReplaceAll(name, "_", "-"), strings.ReplaceAll(want, "_", "-")):
		return `with "_" or "-"`
	}
	return "with other punctuation"
}

// isGuarded reports whether some server reads the path of a target as Guarded or below it.
func (r *run) isGuarded(target string) (reader string, ok bool) {
	path, _, _ := strings.Cut(target, "?")
	if scheme, rest, found := strings.Cut(path, "://"); found && !strings.Contains(scheme, "/") {
		if i := strings.IndexByte(rest, '/'); i >= 0 {
			path = rest[i:]
		} else {
			path = "/"
		}
	}
	if !strings.HasPrefix(path, "/") {
		path = "/" + path
	}
	return pathread.Claims(path, r.site.Guarded, false)
}
