package main

import "strings"

// A sample is a line of a shell for the manual page.
type sample struct{ about, line string }

var samples = []sample{
	{"The hosts of the links in a page, the most frequent first:", "uri extract <page.html | uri get -format '{host}' | sort | uniq -c | sort -rn"},
	{"A list of links without tracking parameters, in normal form, each only once:", "uri set -drop 'utm_*' <links.txt | uri normalize -mode 3986 | sort -u"},
	{"Find out whether a list has a link that is used in attacks:", "uri audit -fail danger <links.txt >report.txt"},
	{"Keep a log that shows no passwords:", "uri repair -redact <links.txt"},
	{"Complete words in this shell:", `eval "$(uri completion bash)"`},
}

// manual returns the manual page, in the macros of package man of roff.
func manual() string {
	m := &roff{}
	m.line(`.TH URI 1 "" "uri" "User Commands"`)
	m.line(`.nh`)
	m.line(`.ad l`)
	m.line(`.SH NAME`)
	m.text(`uri - read, check and take apart URI references`)
	m.line(`.SH SYNOPSIS`)
	m.line(`.B uri`)
	m.line(`.I COMMAND`)
	m.text(`[flags] [ARG ...]`)
	m.line(`.SH DESCRIPTION`)
	m.text("uri reads URI references as RFC 2396 defines them. " + aboutInputs)
	m.line(`.PP`)
	m.text(aboutRedact)
	m.line(`.SH OPTIONS`)
	m.text("Flags come before the arguments. Each command with inputs has these:")
	for _, f := range commonFlags {
		m.option(f.name, "", f.about+f.more)
	}
	m.line(`.SH COMMANDS`)
	for _, c := range commands() {
		m.command(c)
	}
	m.line(`.SH EXIT STATUS`)
	m.text(aboutStatus)
	m.line(`.SH ENVIRONMENT`)
	m.text(`If NO_COLOR is set, or TERM is "dumb", "uri explain" writes no colours.
Its rows are as wide as the terminal, unless that is too narrow for a label: COLUMNS says how wide
it is, or stty.`)
	m.line(`.SH EXAMPLES`)
	for _, s := range samples {
		m.line(`.PP`)
		m.text(s.about)
		m.example(s.line)
	}
	m.line(`.SH STANDARDS`)
	m.text(`RFC 2396 (URI: generic syntax), with the IPv6 literals of RFC 2732; RFC 1738 and its successors
(the schemes); RFC 1808 and RFC 3986 (the other modes); RFC 9112 (request-targets); the URL
Standard of the WHATWG (what browsers do).`)
	return m.b.String()
}

// A roff writes source for roff.
type roff struct{ b strings.Builder }

// line writes a line as it is.
func (m *roff) line(s string) { m.b.WriteString(s + "\n") }

// roffText escapes the special characters of roff.
var roffText = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`, `"`, `\(dq`)

// text writes lines of text. It writes \& before a "." at the beginning of a line,
// because such a "." would begin a request.
func (m *roff) text(s string) {
	for line := range strings.Lines(s) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, ".") {
			m.b.WriteString(`\&`)
		}
		m.line(roffText.Replace(line))
	}
}

// option writes a flag.
func (m *roff) option(name, arg, about string) {
	m.line(`.TP`)
	line := `\fB\-` + roffText.Replace(name) + `\fR`
	if arg != "" {
		line += ` \fI` + roffText.Replace(arg) + `\fR`
	}
	m.line(line)
	m.text(about)
}

// example writes lines without joining them.
func (m *roff) example(lines string) {
	m.line(`.PP`)
	m.line(`.RS 4`)
	m.line(`.nf`)
	m.text(lines)
	m.line(`.fi`)
	m.line(`.RE`)
}

// command writes the help text of a command. Its paragraphs have empty lines between
// them, and the lines of examples begin with a tab. The flags of every command are
// described elsewhere.
func (m *roff) command(c command) {
	flags := c.allFlags()
	m.line(`.SS uri ` + roffText.Replace(c.usageLine(flags)))
	for paragraph := range strings.SplitSeq(c.long, "\n\n") {
		if lines, ok := strings.CutPrefix(paragraph, "\t"); ok {
			m.example(strings.ReplaceAll(lines, "\n\t", "\n"))
			continue
		}
		m.line(`.PP`)
		m.text(paragraph)
	}
	for _, f := range flags {
		if !isCommon(f.Name) {
			m.option(f.Name, f.Arg, f.About)
		}
	}
}
