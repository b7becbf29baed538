package main

import (
	"fmt"
	"strings"
)

// manual returns the manual page, in the macros of package man of roff.
func manual() string {
	b := fmt.Appendf(nil, `.TH URI 1 "" "uri" "User Commands"
.nh
.ad l
.SH NAME
%s.SH SYNOPSIS
.B uri
.I COMMAND
[flags] [ARG ...]
.SH DESCRIPTION
%s.SH OPTIONS
%s`, roff("uri - read, check and take apart URI references"),
		roff("uri reads URI references as RFC 2396 defines them. "+aboutInputs+"\n\n"+aboutRedact),
		roff("Flags come before the arguments. Each command with inputs has these:"))
	for _, f := range commonFlags {
		b = appendOption(b, f.name, "", f.about+f.more)
	}
	b = append(b, ".SH COMMANDS\n"...)
	for _, c := range commands() {
		flags := c.allFlags()
		b = fmt.Appendf(b, ".SS %s%s", roff("uri "+c.usageLine(flags)), roff(c.long))
		for _, f := range flags {
			if !isCommon(f.Name) {
				b = appendOption(b, f.Name, f.Arg, f.About)
			}
		}
	}
	b = fmt.Appendf(b, ".SH EXIT STATUS\n%s.SH STANDARDS\n%s", roff(aboutStatus),
		roff(`RFC 2396 (URI: generic syntax), with the IPv6 literals of RFC 2732; RFC 1738 and its successors
(the schemes); RFC 1808 and RFC 3986 (the other modes); RFC 9112 (request-targets); the URL
Standard of the WHATWG (what browsers do).`))
	return string(b)
}

// appendOption writes a flag.
func appendOption(b []byte, name, arg, about string) []byte {
	b = fmt.Appendf(b, ".TP\n\\fB%s\\fR", roffText.Replace("-"+name))
	if arg != "" {
		b = fmt.Appendf(b, " \\fI%s\\fR", roffText.Replace(arg))
	}
	return append(b, "\n"+roff(about)...)
}

// roffText escapes the special characters of roff.
var roffText = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`, `"`, `\(dq`)

// roff returns lines of text: paragraphs with empty lines between them, and examples. The lines
// of an example begin with a tab and are not joined. It writes \& before a "." at the beginning
// of a line, because such a "." would begin a request.
func roff(text string) string {
	var b strings.Builder
	inExample := false
	for line := range strings.SplitSeq(text+"\n", "\n") {
		line, isExample := strings.CutPrefix(line, "\t")
		switch {
		case isExample && !inExample:
			b.WriteString(".RS 4\n.nf\n")
		case inExample && !isExample:
			b.WriteString(".fi\n.RE\n")
		}
		inExample = isExample
		switch {
		case line == "":
			line = ".PP"
		case line[0] == '.':
			line = `\&` + roffText.Replace(line)
		default:
			line = roffText.Replace(line)
		}
		b.WriteString(line + "\n")
	}
	return strings.TrimSuffix(b.String(), ".PP\n")
}
