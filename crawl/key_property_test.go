package crawl

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/seed"
	"example.com/uri/internal/vectors"
)

// slowKey is the slow twin of k.AppendKey. It changes each part of the normal form by mode, which
// k.Normalize uses too, on its own, and repeats this until the key is its own key.
func slowKey(k Keyer, mode uri.Mode, u uri.URI) string {
	for {
		key := slowPass(k, mode, u)
		v, err := uri.Parse(key)
		if err != nil || v == u {
			return key
		}
		u = v
	}
}

// slowPass is one round of slowKey.
func slowPass(k Keyer, mode uri.Mode, u uri.URI) string {
	u = mode.Normalize(u.WithoutFragment())
	if host, _ := u.Host(); u.HostKind() == uri.HostRegName && oneFinalDot.MatchString(host) {
		_, end, _ := u.Span(uri.PartHost)
		u = mode.Normalize(uri.MustParse(u.String()[:end-1] + u.String()[end:]))
	}
	host, ok := u.Host()
	if u.IsOpaque() {
		return u.String()
	}
	var b strings.Builder
	if u.IsAbsolute() {
		b.WriteString(u.Scheme() + ":")
	}
	authority, named := u.Authority()
	if named {
		b.WriteString("//")
	}
	if ok {
		if userinfo, _ := u.Userinfo(); userinfo != "" && !k.DropUserinfo {
			b.WriteString(userinfo + "@")
		}
		b.WriteString(slowHost(k, u, host))
		if port, ok := u.Port(); ok {
			b.WriteString(":" + port)
		}
	} else {
		b.WriteString(authority)
	}
	var segments []string
	for _, segment := range strings.Split(u.Path(), "/") {
		if k.DropParams && k.Drop != nil {
			parts := strings.Split(segment, ";")
			kept := slices.DeleteFunc(slices.Clone(parts[1:]), func(p string) bool { return k.Drop(uri.Pair(p)) })
			bare := strings.Join(append(parts[:1:1], kept...), ";")
			if bare != "." && bare != ".." && (bare != "" || named) {
				segment = bare
			}
		}
		segments = append(segments, segment)
	}
	if last := len(segments) - 1; last > 0 && slices.ContainsFunc(k.IndexNames, func(name string) bool { return strings.EqualFold(name, segments[last]) }) {
		segments[last] = ""
	}
	path := strings.Join(segments, "/")
	if k.MergeSlashes {
		path = slashes.ReplaceAllString(path, "/")
	}
	if k.DropLastSlash && !dotsAndSlash.MatchString(path) {
		path = lastSlash.ReplaceAllString(path, "$1")
	}
	b.WriteString(path)
	if query, ok := u.Query(); ok {
		pairs := strings.Split(query, "&")
		if k.Forms {
			for i, p := range pairs {
				if strings.Count(p, "=") == 1 {
					p = strings.TrimSuffix(p, "=")
				}
				pairs[i] = strings.ReplaceAll(p, "+", "%20")
			}
			pairs = slices.DeleteFunc(pairs, func(p string) bool { return p == "" })
			if len(pairs) == 0 {
				pairs = []string{""}
			}
		}
		if k.Drop != nil {
			pairs = slices.DeleteFunc(pairs, func(p string) bool { return k.Drop(uri.Pair(p)) })
		}
		if k.SortQuery {
			slices.Sort(pairs)
		}
		if text := strings.Join(pairs, "&"); len(pairs) > 0 && (text != "" || !k.DropEmptyQuery) {
			b.WriteString("?" + text)
		} else if u.Path() == "" && named && webSchemes.MatchString(u.Scheme()) && authority != "" {
			b.WriteString("/")
		}
	}
	return b.String()
}

var (
	slashes      = regexp.MustCompile("/+")
	lastSlash    = regexp.MustCompile("(.)/$")
	dotsAndSlash = regexp.MustCompile(`(^|/)\.\.?/$`)
	webSchemes   = regexp.MustCompile("^(http|ws)s?$")
	httpsPrefix  = regexp.MustCompile("^https:")
	oneFinalDot  = regexp.MustCompile(`^(.*[^.])\.$`)
	leadingWWW   = regexp.MustCompile(`^www[0-9]*\.([^.]+\..+)$`)
	numbers      = regexp.MustCompile(`^[0-9.]*$`)
)

// slowHost returns the host of a key.
func slowHost(k Keyer, u uri.URI, host string) string {
	if addr, ok := u.Addr(); ok && u.HostKind() == uri.HostIPv6 {
		return "[" + addr.String() + "]"
	}
	host = oneFinalDot.ReplaceAllString(host, "$1")
	for k.DropWWW {
		m := leadingWWW.FindStringSubmatch(host)
		if m == nil || numbers.MatchString(m[1]) {
			break
		}
		host = m[1]
	}
	return host
}

// randomKeyer returns a Keyer with any of the settings, and the mode of its Normalize.
// The fields that are switches are drawn by reflection: a new one that slowKey does
// not know makes TestKeysOfKeys fail.
func randomKeyer(r *rand.Rand) (k Keyer, mode uri.Mode) {
	n := r.Uint32()
	fields := reflect.ValueOf(&k).Elem()
	for i := range fields.NumField() {
		if f := fields.Field(i); f.Kind() == reflect.Bool {
			f.SetBool(r.IntN(2) == 0)
		} else if name := fields.Type().Field(i).Name; !slices.Contains([]string{"Normalize", "Drop", "IndexNames"}, name) {
			panic("draw the field " + name + " below")
		}
	}
	if n&16 != 0 {
		k.IndexNames = []string{"index.html", "a"}
	}
	switch n >> 5 & 3 {
	case 0:
		k.Drop = func(p uri.Pair) bool { return p.Name() == "b" }
	case 1:
		k.Drop = func(p uri.Pair) bool { return len(p) < 2 }
	}
	mode = uri.RFC3986
	switch n >> 7 & 7 {
	case 0:
		mode = uri.RFC2396
	case 1:
		mode = uri.RFC1808
	case 2:
	default:
		return k, mode
	}
	k.Normalize = mode.AppendNormalize
	return k, mode
}

// randomReference returns a text of pieces that matter to keys.
func randomReference(r *rand.Rand) string {
	return []string{"", "http:", "HTTP:", "https:", "ftp:", "x:", "ws:"}[r.IntN(7)] + []string{"//", "//", "//", "/", ""}[r.IntN(5)] +
		vectors.RandomText(r, 7, "www.", "www2.", "WWW.", "0", ".", "ex.com", "a", "_", "u@", "u%40", "@", ",", ":", "8", "%30", "%3a", "%77ww.", "%2c", "%2E", "1.2.3.4", "[::1]", "[1:0::]", "[::ffff:1:2]", "80") +
		vectors.RandomText(r, 7, "/", "/", "//", "index.html", "Index.HTML", "a", "A", "%61", ".", "..", "%2e", ";", ";b", ";b=1", "%3b") +
		vectors.RandomText(r, 6, "?", "b", "=1", "=", "&", "a", "%3d", "%62", "+", "%2B", "%20")
}

// TestKeysOfKeys checks keys with random settings: a key is that of slowKey, it is its own key and
// the key of the normal form, and two URIs with a host have the same key if and only if they have
// the same SURT.
func TestKeysOfKeys(t *testing.T) {
	r := seed.Rand(t)
	surts := make(map[string]string) // of keys
	keys := make(map[string]string)  // of SURTs
	read := 0
	for range *inputs {
		u, err := uri.Parse(randomReference(r))
		if err != nil {
			continue
		}
		read++
		k, mode := randomKeyer(r)
		key := k.AppendKey(nil, u)
		if want := slowKey(k, mode, u); string(key) != want {
			t.Fatalf("%+v: %q: key %q, want %q", k, u, key, want)
		}
		v, err := uri.Parse(string(key))
		if err != nil {
			t.Fatalf("%+v: %q: the key %q is no URI: %v", k, u, key, err)
		}
		if again := k.AppendKey(nil, v); !bytes.Equal(again, key) {
			t.Fatalf("%+v: %q: key %q, and of that %q", k, u, key, again)
		}
		if normal := k.AppendKey(nil, mode.Normalize(u.WithoutFragment())); !bytes.Equal(normal, key) {
			t.Fatalf("%+v: %q: key %q, that of its normal form %q", k, u, key, normal)
		}
		surt := string(k.AppendSURT(nil, u))
		if other := string(k.AppendSURT(nil, v)); other != surt {
			t.Fatalf("%+v: %q: SURT %q, that of its key %q: %q", k, u, surt, key, other)
		}
		if host, _ := v.Host(); host == "" {
			continue
		}
		one := httpsPrefix.ReplaceAllString(string(key), "http:")
		if other, ok := surts[one]; ok && other != surt {
			t.Fatalf("key %q has the SURTs %q and %q", one, surt, other)
		}
		if other, ok := keys[surt]; ok && other != one {
			t.Fatalf("SURT %q has the keys %q and %q", surt, one, other)
		}
		surts[one], keys[surt] = surt, one
	}
	if read < *inputs/4 {
		t.Errorf("only %d of %d were URIs", read, *inputs)
	}
}
