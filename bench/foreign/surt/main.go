// Surt compares the keys of archive.Keyer with those of two programs: internetarchive/surt in Python
// (it needs the package six), and iipc/webarchive-commons in Java (it needs a JDK and Guava). The
// flags name the folders of their source. Run it in the folder bench:
//
//	URI_CORPUS=folder go run ./foreign/surt -surt folder -commons folder -guava guava.jar
//
// It uses the lists of the other programs here, the tables of testdata/vectors, and
// random changes of these texts.
package main

import (
	"bytes"
	_ "embed"
	"encoding/hex"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"example.com/uri/archive"
	"example.com/uri/bench"
)

//go:embed native/surt_keys.py
var pythonSource []byte

//go:embed native/CommonsKeys.java
var javaSource []byte

func main() {
	surt := flag.String("surt", "", "the `folder` of internetarchive/surt")
	commons := flag.String("commons", "", "the `folder` of iipc/webarchive-commons")
	guava := flag.String("guava", "", "the `file` guava.jar")
	changed := flag.Int("n", 100_000, "how many texts are made by chance")
	seed := flag.Uint64("seed", 1, "what chance begins with")
	flag.Parse()
	if err := run(*surt, *commons, *guava, *changed, *seed); err != nil {
		fmt.Fprintln(os.Stderr, "surt:", err)
		os.Exit(1)
	}
}

func run(surt, commons, guava string, changed int, seed uint64) error {
	real, err := realTexts()
	if err != nil {
		return err
	}
	made := changedTexts(real, changed, seed)
	dir, err := os.MkdirTemp("", "surt")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string][]byte{"surt_keys.py": pythonSource, "CommonsKeys.java": javaSource} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	var wrong int
	check := func(d archive.Dialect, command ...string) error {
		for _, set := range []struct {
			name  string
			texts []string
		}{{"as they are", real}, {"changed", made}} {
			n, err := compare(d, set.name, set.texts, command)
			if err != nil {
				return err
			}
			wrong += n
		}
		return nil
	}
	if surt != "" {
		if err := check(archive.DialectSurt, "python3", filepath.Join(dir, "surt_keys.py"), surt); err != nil {
			return err
		}
	}
	if commons != "" {
		build := exec.Command("javac", "-nowarn", "-encoding", "UTF-8", "-cp", guava,
			"-sourcepath", filepath.Join(commons, "src/main/java"), "-d", dir, filepath.Join(dir, "CommonsKeys.java"))
		if out, err := build.CombinedOutput(); err != nil {
			return fmt.Errorf("javac: %v: %s", err, out)
		}
		path := dir + string(filepath.ListSeparator) + guava
		if err := check(archive.DialectCommons, "java", "-cp", path, "CommonsKeys"); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d keys are different", wrong)
	}
	return nil
}

// compare prints how many keys of the texts differ from those of the command, the first of these
// keys, and the time of each program for a key.
func compare(d archive.Dialect, name string, texts []string, command []string) (wrong int, err error) {
	var in bytes.Buffer
	for i, s := range texts {
		if d == archive.DialectCommons {
			s = escapeInvalid(s)
			texts[i] = s
		}
		fmt.Fprintf(&in, "%x\n", s)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Stdin = &in
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, fmt.Errorf("%s: %v", command[0], err)
	}
	lines := strings.Fields(strings.ReplaceAll(string(out), "\n\n", "\n-\n"))
	if len(lines) != len(texts)+1 {
		return 0, fmt.Errorf("%s: %d answers to %d texts", command[0], len(lines), len(texts))
	}
	theirs, err := strconv.Atoi(lines[len(texts)])
	if err != nil {
		return 0, err
	}
	keys := archive.Keyer{Dialect: d}
	var dst []byte
	var ours time.Duration
	runtime.LockOSThread() // bench.Clock is the thread's
	defer runtime.UnlockOSThread()
	for pass := range 5 { // the best counts: theirs is long enough
		start := bench.Clock()
		for _, s := range texts {
			dst = keys.AppendKey(dst[:0], s)
			bench.Used += len(dst)
		}
		if took := bench.Clock() - start; pass == 0 || took < ours {
			ours = took
		}
	}
	without := 0
	for i, s := range texts {
		got, want := "!", lines[i]
		if key := keys.AppendKey(nil, s); len(key) > 0 {
			got = hex.EncodeToString(key)
		} else {
			without++
		}
		if got == want {
			continue
		}
		if wrong++; wrong <= 10 {
			fmt.Printf("%v: %q: got %q, want %q\n", d, s, text(got), text(want))
		}
	}
	n := len(texts)
	fmt.Printf("%v: %d texts %s, %d without a key, %d keys different; a key takes %d ns here, %d ns there\n",
		d, n, name, without, wrong, ours.Nanoseconds()/int64(n), theirs/n)
	return wrong, nil
}

// text returns the text of a line.
func text(line string) string {
	b, err := hex.DecodeString(line)
	if err != nil {
		return line
	}
	return string(b)
}

// escapeInvalid returns s with escapes for bytes that are not UTF-8, because Java cannot take them.
func escapeInvalid(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, "%%%02x", s[i])
		} else {
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// realTexts returns the lists and the columns of the tables.
func realTexts() ([]string, error) {
	lists, err := bench.Load()
	if err != nil {
		return nil, err
	}
	texts := append([]string{}, lists.All...)
	tables, err := filepath.Glob("../testdata/vectors/*.tsv")
	if err != nil {
		return nil, err
	}
	for _, table := range tables {
		lines, err := os.ReadFile(table)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(lines)) {
			for _, column := range strings.Split(strings.TrimSuffix(line, "\n"), "\t") {
				if column == "" {
					continue
				}
				texts = append(texts, column)
				if s, err := strconv.Unquote(`"` + strings.ReplaceAll(column, `"`, `\"`) + `"`); err == nil && s != column {
					texts = append(texts, s)
				}
			}
		}
	}
	return texts, nil
}

// pieces are inserted into texts.
var pieces = strings.Split(`%25 %2525 %41 %2541 %2F %3f %2e %2e%2e %26 %3d %23 %00 %0A %7f %80 %c3%bc %C3 ü %ff %e4%b8%ad 中 `+
	`http:// https:// http:/// HTTP:// http: // / /../ /./ .. . ? # & = ; : :80 :443 :8080 :0 :x :99999 :+5 :-5 @ u:p@ [ ] `+
	`[::1] [::ffff:1.2.3.4] www. www2. WWW. www 127.0.0.1 010.1 1.2.3 1.2.3.256 0x7f.1 3232235777 0 08.1.1.1 99999999999 `+
	`sid=0123456789abcdefghijklemopqrstuv PHPSESSID=0123456789abcdefghijklemopqrstuv cfid= cfid=1&cftoken=2 &cftoken= id= sid= `+
	`jsessionid=0123456789ABCdefghijklemopqrstuv ASPSESSIONIDABCDEFGH=ABCDEFGHIJKLMNOPQRSTUVWX `+
	`(S(4hqa0555fwsecu455xqckv45))/ (4hqa0555fwsecu455xqckv45)/ x.aspx .ASPX? dns: filedesc: warcinfo: mailto: whois:// ftp:// `+
	`urn: file:/// a A b z= 。 ． ％ １ ß ש ا ς xn-- com example.com ( ) , \ " { } | ^ ~ ! + *`, " ")

// changedTexts returns n texts, changed by one to four pieces, bytes or cuts.
func changedTexts(texts []string, n int, seed uint64) []string {
	r := rand.New(rand.NewPCG(seed, seed))
	spaces := []string{" ", "\t", "\n", "\r", "\v", "\f", "\x00", "\x7F", "\u0085", "\u2028", "\u00A0", "\u00AD"}
	changed := make([]string, n)
	for i := range changed {
		s := texts[r.IntN(len(texts))]
		if len(s) > 200 {
			s = s[:200]
		}
		for range 1 + r.IntN(4) {
			at := r.IntN(len(s) + 1)
			before, after := s[:at], s[at:]
			switch r.IntN(10) {
			case 0:
				s = before + string([]byte{byte(r.IntN(256))}) + after
			case 1:
				s = before + after[min(len(after), r.IntN(7)):]
			case 2:
				s = before + fmt.Sprintf("%%%02x", r.IntN(256)) + after
			case 3:
				s = before + spaces[r.IntN(len(spaces))] + after
			case 4:
				s = before + s[:min(len(s), r.IntN(20))] + after
			default:
				s = before + pieces[r.IntN(len(pieces))] + after
			}
		}
		changed[i] = s
	}
	return changed
}
