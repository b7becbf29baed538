package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"example.com/uri"
	"example.com/uri/crawl"
	"example.com/uri/examples/internal/wire"
	"example.com/uri/guard/httpguard"
	"example.com/uri/idna"
	"example.com/uri/web"
)

// A Crawler follows links.
type Crawler struct {
	Agent     string        // for robots.txt and the User-Agent field
	Workers   int           // how many servers are asked at a time
	Delay     time.Duration // between two requests to one server
	MaxDelay  time.Duration // the longest delay a server may ask for; 0: 5 minutes
	Timeout   time.Duration // of connecting, and of each answer
	MaxLinks  int64         // how many links are followed
	MaxBody   int64         // how many bytes of a page are read
	Known     int64         // how many links are kept, with those that wait for larger limits; 0: 5 million
	Depth     int           // how many links are followed one after the other; 0: any number
	Tries     int           // after how many failures in a row a link is given up, and a server's links are refused
	Servers   int           // how many servers are in memory; 0: 10,000
	Loopback  bool          // may connect to loopback addresses
	SameHosts bool          // only follow links to the servers of the start URIs, and those that they redirect to
	Scope     *crawl.Scope  // only follow links into these places; nil: to everywhere
	Sitemaps  bool          // follow the sitemaps that robots.txt names
	WARC      string        // the name of the file for requests and responses; "": none
	Progress  func(Stats)   // is told after each page, and each second

	now       func() time.Time // of the age of a robots.txt; nil: time.Now
	pause     time.Duration    // after the first failure of a server; 0: Delay, or a second
	tick      time.Duration    // between two calls of Progress while no page comes; 0: a second
	wire      *wire.Client
	http      *http.Client
	warc      *warcFile
	allowed   map[string]bool    // the servers of the start URIs, and those that they redirect to
	passwords map[account]string // those of the start URIs, decoded
}

// An account is a user of an FTP server.
type account struct{ server, user string }

// parser reads references as browsers do, host names beyond US-ASCII included.
var parser = web.Parser{ToASCII: idna.ToASCII}

// Run continues the crawl in the state file of that name, or begins one with start if
// the file is new. It ends when all links are followed, or when ctx is done and the
// current pages are finished.
func (c *Crawler) Run(ctx context.Context, name string, start []uri.URI) (Stats, error) {
	c.wire = &wire.Client{Gate: wire.NewGate(c.Loopback), Connect: c.Timeout, Idle: c.Timeout}
	// A redirect is a link like others. ReadRobots decides how much of a robots.txt is read.
	c.http = httpguard.Client{Gate: c.wire.Gate, StepTimeout: c.Timeout, Redirects: -1, MaxBody: max(c.MaxBody, maxSitemap) + 1}.HTTP()
	defer c.http.CloseIdleConnections()
	c.setDefaults()
	start, err := c.checkStart(start)
	if err != nil {
		return Stats{}, err
	}
	s, err := openState(name, c)
	if err != nil {
		return Stats{}, err
	}
	defer s.close()
	f := &frontier{Crawler: c, state: s, servers: map[string]*server{}, results: make(chan result, c.Workers)}
	if s.stats.Links > 0 {
		f.began = time.Now()
	}
	if err := c.begin(s, start); err != nil {
		if s.stats.Links == 0 {
			os.Remove(name)
		}
		return Stats{}, err
	}
	err = errors.Join(f.loop(ctx), c.warc.close())
	c.warc = nil
	return s.stats, err
}

// setDefaults sets the limits that are 0.
func (c *Crawler) setDefaults() {
	if c.now == nil {
		c.now = time.Now
	}
	c.pause = cmp.Or(c.pause, c.Delay, time.Second)
	c.tick = cmp.Or(c.tick, time.Second)
	c.MaxDelay = cmp.Or(c.MaxDelay, 5*time.Minute)
	c.Servers = cmp.Or(c.Servers, 10_000)
	c.Known = max(cmp.Or(c.Known, 5_000_000), c.MaxLinks)
	c.Tries = max(c.Tries, 1)
}

// errNoStart is the error for a crawl without a start URI, and without a state to continue.
var errNoStart = errors.New("no URI to start from")

// checkStart returns the start URIs as they are fetched, and keeps their servers and passwords. It
// refuses all of them if one must not be fetched.
func (c *Crawler) checkStart(given []uri.URI) (start []uri.URI, err error) {
	c.allowed, c.passwords = map[string]bool{}, map[account]string{}
	for _, text := range given {
		u, err := absolute(parser, web.URL{}, text.String())
		if err == nil {
			err = c.check(u)
		}
		if err == nil {
			u, err = c.keepPassword(u)
		}
		if err != nil {
			return nil, err
		}
		start = append(start, u)
	}
	for _, u := range start {
		c.join(u)
	}
	return start, nil
}

// join lets SameHosts follow links to the server of u.
func (c *Crawler) join(u uri.URI) {
	if c.SameHosts {
		c.allowed[serverName(u)] = true
	}
}

// begin adds the start URIs to the state and opens the WARC file. A server that failed too often
// in an earlier process has one more try in this one.
func (c *Crawler) begin(s *state, start []uri.URI) error {
	for name, p := range s.paces {
		p.outage.failures = min(p.outage.failures, c.Tries-1)
		s.paces[name] = p
	}
	var err error
	if c.WARC != "" {
		if c.WARC, err = checkWARC(c.WARC, s); err != nil {
			return err
		}
	}
	var batch []record
	for _, u := range start {
		if r, ok := s.add(record{URI: u}); ok {
			batch = append(batch, r)
		}
	}
	if s.stats.Links == 0 {
		return errNoStart
	}
	if len(batch) > 0 {
		err = s.commit(append(batch, record{Type: "start"}))
	}
	if err == nil && c.WARC != "" {
		c.warc, err = openWARC(c.WARC, s)
	}
	return err
}

// absolute makes a reference absolute, as a browser does, and leaves out its fragment and
// the final "." of a host name (RFC 3986, 3.2.2). Names are in US-ASCII, for gopher too. So
// each server is asked by one name, and by a name known to it.
func absolute(p web.Parser, base web.URL, text string) (uri.URI, error) {
	link, err := p.Parse(base, text)
	if err != nil {
		return uri.URI{}, err
	}
	u, err := link.URI()
	if err != nil {
		return uri.URI{}, err
	}
	u = u.WithoutFragment()
	host, _ := u.Host()
	if !strings.HasSuffix(host, ".") && !strings.Contains(host, "%") {
		return u, nil
	}
	name, _ := uri.Unescape(strings.TrimSuffix(host, ".")) // The escapes in a URI are valid.
	if name, err = idna.ToASCII(name); err != nil {
		return uri.URI{}, err
	}
	return u.WithHost(name)
}

// follow makes a reference absolute and checks whether to follow it. The server of a URI that joins
// is one of those of the start URIs. The returned URI has no password, also with an error.
func (c *Crawler) follow(p web.Parser, base web.URL, text string, joins bool) (uri.URI, error) {
	u, err := absolute(p, base, text)
	if err != nil {
		return uri.URI{}, err
	}
	if joins {
		c.join(u)
	}
	bare, err := c.withoutPassword(u)
	if err == nil {
		err = c.check(bare)
	}
	return bare, err
}

// errPassword is the error for a link with a password of no start URI.
var errPassword = errors.New("the link has a password that no start URI has")

// withoutPassword takes the password out of u, to keep it out of the state file. It refuses a
// password of no start URI. Only a URI of ftp may have one.
func (c *Crawler) withoutPassword(u uri.URI) (uri.URI, error) {
	userinfo, _ := u.Userinfo()
	user, password, ok := strings.Cut(userinfo, ":")
	if !ok {
		return u, nil
	}
	bare, err := u.WithUserinfo(user)
	if err != nil {
		return uri.URI{}, err
	}
	user, _ = uri.Unescape(user) // The escapes in a URI are valid.
	password, _ = uri.Unescape(password)
	if known, ok := c.passwords[account{serverName(u), user}]; !ok || known != password {
		return bare, errPassword
	}
	return bare, nil
}

// keepPassword is withoutPassword for a start URI. It keeps the password in memory.
func (c *Crawler) keepPassword(u uri.URI) (uri.URI, error) {
	f, _ := uri.FTPFrom(u) // Of another scheme it has no login.
	user, _ := f.Login.User()
	a := account{serverName(u), user}
	if password, ok := f.Login.Password(); ok {
		if known, ok := c.passwords[a]; ok && known != password {
			return uri.URI{}, fmt.Errorf("two passwords for one user: %s", u.Redacted())
		}
		c.passwords[a] = password
	}
	return c.withoutPassword(u)
}

// check returns an error if u must not be fetched.
func (c *Crawler) check(u uri.URI) error {
	if len(u.String()) > maxLink {
		return errLong
	}
	if err := wire.Check(c.wire.Gate, u); err != nil {
		return err
	}
	x, err := uri.Interpret(u)
	if err != nil {
		return err
	}
	switch x.(type) {
	case uri.HTTP, uri.FTP, uri.Gopher:
	default:
		return fmt.Errorf("does not follow %s", x.Scheme())
	}
	if c.SameHosts && len(c.allowed) > 0 && !c.allowed[serverName(u)] {
		return errors.New("another server")
	}
	if c.Scope != nil && !c.Scope.Contains(u) {
		return errors.New("outside of the scope")
	}
	return nil
}

// root is the reference of a server's root.
var root = uri.MustParse("/")

// serverName names the server of u, scheme, host and port, by the key of its root. All
// spellings with the same key name the same server.
func serverName(u uri.URI) string {
	top, _ := u.WithoutUserinfo().Resolve(root) // Each URI with a server has a path.
	return strings.TrimSuffix(string(crawl.AppendKey(nil, top)), "/")
}
