package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"strings"

	"example.com/uri"
	"example.com/uri/guard"
	"example.com/uri/guard/httpguard"
)

var serveCommand = command{
	name:  "serve",
	short: "serve the page of explain with a box to type in",
	long: `Serve the page of "uri explain -html" for a browser on this machine, with a box for a
text and one for a base. The page shows the parts of the text, what four parsers find in
it, tricks that fool people or programs, and what it resolves to. For a refused text it
offers the one that was probably meant. The result is the address of the page. Ctrl-C
ends the program.

	$ uri serve -listen 127.0.0.1:8080
	http://127.0.0.1:8080/

ADDRESS is a loopback address or "localhost", with a port; for port 0 the system chooses
one. A request for another host or from a page of another origin is
refused, so that no site can see the typed text. The page needs no script.`,
	shape: noInput,
	flags: func(fs *flag.FlagSet) func(format) (job, error) {
		address := fs.String("listen", "127.0.0.1:0", "the `ADDRESS` to serve at, 127.0.0.1:0 if not given")
		return func(format) (job, error) {
			l, err := listen(*address)
			if err != nil {
				return job{}, fmt.Errorf("flag -listen: %w", err)
			}
			return job{head: "http://" + l.Addr().String() + "/\n", stream: func(_ io.Reader, p *printer) error { return serve(l, p) }}, nil
		}
	},
}

// serve writes the address in p, and serves the page until an interrupt.
func serve(l net.Listener, p *printer) error {
	if err := p.flush(); err != nil {
		return err
	}
	server := httpguard.NewServer(explainer(l.Addr().String()), 0)
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(interrupted, func() { server.Close() })
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// errNotLoopback refuses an address that other machines may reach.
var errNotLoopback = errors.New("not a loopback address with a port, such as 127.0.0.1:8080")

// listen listens at an address of the loopback.
func listen(address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	addr, failure := netip.ParseAddr(host)
	if err != nil || host != "localhost" && (failure != nil || !addr.IsLoopback()) {
		return nil, errNotLoopback
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, err
	}
	if bound, err := netip.ParseAddrPort(l.Addr().String()); err != nil || !bound.Addr().IsLoopback() {
		l.Close() // a "localhost" that is another machine
		return nil, errNotLoopback
	}
	return l, nil
}

// maxForm is how many bytes a form may have: far more than [mostText], for texts pasted by mistake.
const maxForm = 1 << 20

// explainer returns the handler of "uri serve" at this address, also under the name localhost.
func explainer(address string) http.Handler {
	_, port, _ := net.SplitHostPort(address)
	own := "http://" + address + " http://localhost:" + port + " "
	origins, _ := guard.ParseOrigins(strings.ReplaceAll(own, ":80 ", " ")) // no default port; after an error none matches
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) { writePage(w, typedForm{}) })
	mux.HandleFunc("POST /{$}", func(w http.ResponseWriter, r *http.Request) {
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if err := r.ParseForm(); err != nil {
			http.Error(w, "the form is too long, or broken", http.StatusBadRequest)
			return
		}
		writePage(w, typedForm{Text: r.PostForm.Get("text"), Base: r.PostForm.Get("base"), Sent: true})
	})
	return httpguard.SameOrigin(origins, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		switch site := r.Header.Get("Sec-Fetch-Site"); {
		case !origins.Match("http://" + r.Host):
			http.Error(w, "the request names another host", http.StatusMisdirectedRequest)
		case site != "" && site != "none" && site != "same-origin", r.Header["Origin"] != nil && r.Method != http.MethodPost && !origins.Match(r.Header.Get("Origin")):
			http.Error(w, "the request is from a page of another origin", http.StatusForbidden)
		default:
			mux.ServeHTTP(w, r)
		}
	}))
}

// A typedForm is the text and the base of a request.
type typedForm struct {
	Text, Base string
	Shown      string // the Text as the page shows it
	About      string // what a text is for which the Text is offered
	Sent       bool   // by a browser
}

// writePage answers with the page for a form. The boxes keep what was typed, also passwords:
// masked text would get another answer.
func writePage(w http.ResponseWriter, form typedForm) {
	text := page("head", form)
	if form.Sent {
		x := newSection(form.Text)
		if u, _ := uri.Parse(form.Text); form.Base != "" {
			x.resolve(form.Text, form.Base)
		} else if _, err := uri.Interpret(u); err != nil && !u.IsAbsolute() && x.Refusal == nil {
			x.offer(form.Text, err.(*uri.SyntaxError)) // "www.example.com" is a path, but a person may mean a host
		}
		if x.Meant != nil {
			x.Meant.Base, x.Meant.Sent = form.Base, true
		}
		text += page("section", x)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	io.WriteString(w, text+page("foot", nil))
}
