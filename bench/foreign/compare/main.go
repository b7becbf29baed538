// Compare counts the mistakes of the library and its peers, which parts they keep apart
// and how much memory they hold, prints the table and writes it to COMPARISON.md. Peers
// in other languages take part if they are installed: uriparser (Debian:
// liburiparser-dev) and java.net.URI. It says which were not found. Run it in the
// folder bench:
//
//	URI_CORPUS=folder go run ./foreign/compare
//
// Without -strings it lets TestMistakes of the library make the texts.
package main

import (
	"bytes"
	_ "embed"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"example.com/uri/bench"
)

//go:embed native/compare.c
var cSource []byte

//go:embed native/Compare.java
var javaSource []byte

// A program answers for a parser in another language.
type program struct {
	peer    bench.Peer
	install string   // what it needs
	build   []string // command that builds it
	start   []string
	version []string
}

var programs = []program{
	{
		bench.Peer{Name: "java.net.URI", Docs: "https://docs.oracle.com/en/java/javase/17/docs/api/java.base/java/net/URI.html", Follows: "RFC 2396"},
		"a JDK",
		[]string{"javac", "Compare.java"},
		[]string{"java", "-XX:+UseSerialGC", "-cp", ".", "Compare"}, []string{"java", "--version"},
	},
	{
		bench.Peer{Name: "uriparser", Docs: "https://uriparser.github.io/doc/api/latest/", Follows: "RFC 3986"},
		"cc, glibc, liburiparser-dev",
		[]string{"cc", "-O2", "-o", "compare", "compare.c", "-luriparser"},
		[]string{"./compare"}, []string{"./compare", "version"},
	},
}

func main() {
	seed := flag.Uint64("seed", 2396, "`seed` of the texts")
	texts := flag.String("strings", "", "take the texts from `file`, as TestMistakes writes them with its flag -strings")
	out := flag.String("o", "COMPARISON.md", "`file` to write")
	flag.Parse()
	if err := run(*seed, *texts, *out); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(seed uint64, texts, out string) error {
	lists, err := bench.Load()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "compare")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	command, source := "go run ./foreign/compare", texts
	if texts == "" {
		texts = filepath.Join(dir, "texts")
		source = fmt.Sprintf("`go test -run '^TestMistakes$' -seed %d -strings FILE .`, in the folder above", seed)
		if seed != 2396 {
			command += fmt.Sprintf(" -seed %d", seed)
		}
		if _, err := output("..", "go", "test", "-count=1", "-run", "^TestMistakes$", ".", "-seed", fmt.Sprint(seed), "-strings", texts); err != nil {
			return err
		}
	} else {
		command += " -strings " + texts
	}
	verdicts, err := bench.LoadVerdicts(texts)
	if err != nil {
		return err
	}

	for name, text := range map[string][]byte{"compare.c": cSource, "Compare.java": javaSource} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	peers, others := bench.GoPeers(), []string(nil)
	for _, p := range programs {
		if _, err := output(dir, p.build...); err != nil {
			others = append(others, fmt.Sprintf("%s: not here (it needs %s)", p.peer.Name, p.install))
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		version, err := output(dir, p.version...)
		if err != nil {
			return err
		}
		version, _, _ = strings.Cut(version, "\n")
		others = append(others, p.peer.Name+": "+version)
		peers = append(peers, p.in(dir))
	}
	lines, err := bench.CompareAll(peers, verdicts, lists)
	if err != nil {
		return err
	}
	var table bytes.Buffer
	bench.WriteComparison(&table, command, others, source, lists, lines)
	if _, err := os.Stdout.Write(table.Bytes()); err != nil {
		return err
	}
	return os.WriteFile(out, table.Bytes(), 0o666)
}

// output runs a command in a folder and returns what it prints.
func output(dir string, command ...string) (string, error) {
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir = dir
	var complaint bytes.Buffer
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w: %s%s", command[0], err, complaint.Bytes(), out)
	}
	return string(out), nil
}

// in returns the peer whose program was built in dir.
func (p program) in(dir string) bench.Peer {
	ask := func(mode string, texts []string, more ...string) (string, error) {
		var file strings.Builder
		for _, s := range texts {
			file.WriteString(hex.EncodeToString([]byte(s)) + "\n")
		}
		if err := os.WriteFile(filepath.Join(dir, "asked"), []byte(file.String()), 0o666); err != nil {
			return "", err
		}
		return output(dir, slices.Concat(p.start, []string{mode, "asked"}, more)...)
	}
	answers := func(mode string, texts []string, more ...string) ([]bench.Answer, error) {
		out, err := ask(mode, texts, more...)
		if err != nil {
			return nil, err
		}
		var as []bench.Answer
		for line := range strings.Lines(out) {
			encoded, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "+")
			var text []byte
			if ok {
				if text, err = hex.DecodeString(encoded); err != nil {
					return nil, err
				}
			}
			as = append(as, bench.Answer{Text: string(text), OK: ok})
		}
		if len(as) != len(texts) {
			return nil, fmt.Errorf("%d answers to %d texts", len(as), len(texts))
		}
		return as, nil
	}
	peer := p.peer
	peer.Write = func(texts []string) ([]bench.Answer, error) { return answers("write", texts) }
	peer.Resolve = func(base string, refs []string) ([]bench.Answer, error) { return answers("resolve", refs, base) }
	peer.Held = func(texts []string) (float64, error) {
		out, err := ask("held", texts)
		if err != nil {
			return 0, err
		}
		return strconv.ParseFloat(strings.TrimSpace(out), 64)
	}
	return peer
}
