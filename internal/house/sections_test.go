package house

import (
	"go/ast"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// A citation is a section of an RFC, a step in one, or a whole RFC, as a comment or a document names it.
type citation struct {
	key     string // the key of a row of testdata/sections.txt: "9110, 10.2.2", or "9110"
	context string // the sentence around it, and the line of code after a comment
}

var (
	// namesRFC matches an RFC, or a section of the RFC that was named last: "(3.2.2)", "section 5", "Appendix B".
	namesRFC = regexp.MustCompile(`RFCs? ([0-9]+)|(?:\(|[Ss]ections? )([0-9]+(?:\.[0-9]+)+\b)|[Ss]ections? ([0-9]+\b)|(Appendix [A-F]\b)`)
	// further matches one more section or RFC.
	further = regexp.MustCompile(`^(?:, |; |,? and |,? or | to )(?:[Ss]ections? )?((?:Appendix [A-F][0-9.]*|Appendix|[A-F]\.[0-9.]+|[0-9]+(?:\.[0-9]+)*)\b)`)
	// ofSection matches the steps of an algorithm after its section.
	ofSection = regexp.MustCompile(`^, ((?:steps?|items?) [0-9]+[a-z]?(?:(?:,|,? and| to) [0-9]+[a-z]?\b)*)`)
	// noSection matches numbers that look like sections.
	noSection = regexp.MustCompile(`[0-9]+\.[0-9.]+/[0-9]+|;? ?(?:UTS #[0-9]+|ECMA-262|CSS [A-Z][a-z]+|SVG 2), [0-9.]+`)
	// living matches a section of a standard without versions: its number changes, its title does not.
	living = regexp.MustCompile(`\b(?:Fetch|HTML|Infra|Encoding|MIME Sniffing|URL|WHATWG)(?: Standard| URL)?, (?:section )?[0-9]`)
	// sentenceEnd matches up to the beginning of another sentence or point of a list.
	sentenceEnd = regexp.MustCompile(`[.?!]["')\]]*\s+(["\[*` + "`" + `A-Z])|[.:;]\s+(- )`)
	// wordEnd matches the end of a word in a name.
	wordEnd = regexp.MustCompile(`([a-z0-9])([A-Z])`)
	blocks  = regexp.MustCompile("(?s)\n```.*?\n```|\n    [^\n]*")
)

// citations returns the citations in a paragraph, and the RFC that is named last. rfc was named before the
// paragraph. code is the line below a comment.
func citations(paragraph, rfc, code string) (all []citation, last string) {
	paragraph = noSection.ReplaceAllString(paragraph, "")
	for len(paragraph) > 0 {
		sentence := paragraph
		if m := sentenceEnd.FindStringSubmatchIndex(paragraph); m != nil {
			sentence = paragraph[:max(m[2], m[4])]
		}
		paragraph = paragraph[len(sentence):]
		for rest := sentence; ; {
			m := namesRFC.FindStringSubmatch(rest)
			if m == nil {
				break
			}
			_, rest, _ = strings.Cut(rest, m[0])
			keys := []string{m[1]}
			if m[1] == "" {
				keys[0] = rfc + ", " + m[2] + m[3] + m[4]
			} else {
				rfc = m[1]
			}
			for m := further.FindStringSubmatch(rest); m != nil; m = further.FindStringSubmatch(rest) {
				rest = rest[len(m[0]):]
				if n, err := strconv.Atoi(m[1]); err == nil && n > 100 { // "RFC 2396 and 3986"
					rfc = m[1]
					keys = append(keys, rfc)
				} else if keys[len(keys)-1] == rfc {
					keys[len(keys)-1] += ", " + m[1]
				} else {
					keys = append(keys, rfc+", "+m[1])
				}
			}
			if m := ofSection.FindStringSubmatch(rest); m != nil {
				keys[len(keys)-1] += ", " + m[1]
			}
			for _, key := range keys {
				all = append(all, citation{key, strings.ToLower(sentence + " " + code + " " + wordEnd.ReplaceAllString(sentence+" "+code, "$1 $2"))})
			}
		}
	}
	return all, rfc
}

// checkTitles checks that a paragraph names the sections of living standards by their titles.
func checkTitles(t *testing.T, place, paragraph string) {
	if cited := living.FindString(paragraph); cited != "" {
		t.Errorf("%s: the sections of this standard move; name the title instead of %q", place, cited)
	}
}

// whole are the RFCs that this library reads by: sentences cite them as a whole, about anything.
var whole = map[string]bool{"1738": true, "2396": true, "3986": true}

// beginsWord reports whether a text has a word that begins with w.
func beginsWord(text, w string) bool {
	for i := strings.Index(text, w); i >= 0; {
		if i == 0 || !unicode.IsLetter(rune(text[i-1])) || !unicode.IsLetter(rune(w[0])) {
			return true
		}
		next := strings.Index(text[i+1:], w)
		if next < 0 {
			return false
		}
		i += 1 + next
	}
	return false
}

// TestSections checks the sections of RFCs in comments and documents. testdata/sections.txt has each, with its
// title and with words for its subject: a sentence that cites the section must have one of the words.
func TestSections(t *testing.T) {
	rows, unused := map[string][]string{}, map[string]bool{}
	table, err := os.ReadFile("testdata/sections.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(table)) {
		if fields := strings.Split(strings.TrimSpace(line), " | "); len(fields) == 3 {
			rows[fields[0]], unused[fields[0]] = strings.Fields(fields[2]), true
		}
	}
	check := func(place string, all []citation) {
		for _, c := range all {
			delete(unused, c.key)
			if words := rows[c.key]; words == nil {
				t.Errorf("%s: RFC %s is not in sections.txt", place, c.key)
			} else if (words[0] != "*" || !whole[c.key]) && !slices.ContainsFunc(words, func(w string) bool { return w != "*" && beginsWord(c.context, w) }) {
				t.Errorf("%s: RFC %s is about %q, and not about: %s", place, c.key, words, c.context)
			}
		}
	}
	tracked := exec.Command("git", "ls-files", "*.go", "*.md")
	tracked.Dir = root
	names, err := tracked.Output()
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.FieldsSeq(string(names)) {
		switch {
		case strings.HasSuffix(name, "_test.go"), strings.HasSuffix(name, "RESULT.md"):
		case strings.HasSuffix(name, ".go"):
			citedInCode(t, name, check, func(key string) {
				if delete(unused, key); rows[key] == nil {
					t.Errorf("%s: RFC %s is not in sections.txt", name, key)
				}
			})
		default:
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			for _, paragraph := range regexp.MustCompile(`\n(\n|[|*#-] ?)`).Split(blocks.ReplaceAllString(string(text), ""), -1) {
				paragraph = strings.Join(strings.Fields(paragraph), " ")
				checkTitles(t, name, paragraph)
				all, _ := citations(paragraph, "", "")
				check(name, all)
			}
		}
	}
	for key := range unused {
		t.Errorf("sections.txt: nothing cites RFC %s", key)
	}
}

// citedInCode calls comment with the citations of each comment of a file, and text with those of its strings.
func citedInCode(t *testing.T, name string, comment func(string, []citation), text func(key string)) {
	path := filepath.Join(root, name)
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := parsed(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, rfc := strings.Split(string(source), "\n"), ""
	for _, group := range f.Comments {
		code := lines[fset.Position(group.Pos()).Line-1]
		if strings.HasPrefix(strings.TrimSpace(code), "//") {
			code = lines[min(fset.Position(group.End()).Line, len(lines)-1)]
		}
		paragraph := strings.Join(strings.Fields(group.Text()), " ")
		checkTitles(t, name, paragraph)
		var all []citation
		all, rfc = citations(paragraph, rfc, code)
		comment(fset.Position(group.Pos()).String(), all)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			all, _ := citations(lit.Value, "", "")
			for _, c := range all {
				if !strings.HasPrefix(c.key, ",") {
					text(c.key)
				}
			}
		}
		return true
	})
}
