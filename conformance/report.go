package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// quoted returns a JSON string.
func quoted(s string) string {
	b, _ := json.Marshal(s) // a string has JSON
	return string(b)
}

// who returns the members of every object.
func (v *verdict) who() string {
	c := v.c
	return `"parser":` + quoted(c.parser) + `,"version":` + quoted(c.version) + `,"rfc":` + quoted(c.spec.rfc) + `,"k":` + strconv.Itoa(c.k)
}

// writeJSON writes a line for each group, and one for the verdict.
func (v *verdict) writeJSON(w io.Writer) {
	for _, g := range v.groups {
		got := g.witness.got.raw
		if failed := g.witness.got.failed; failed != nil {
			got = `"failed":` + quoted(failed.Error())
		}
		fmt.Fprintf(w, `{%s,"witness":%s,"got":{%s},"states":%d,"texts":%d,"section":%s,"production":%s,"class":%s,"expected":%s,"given":%s}`+"\n",
			v.who(), g.witness.want.append(nil), got, len(g.states), g.texts, quoted(g.key.production.section),
			quoted(g.key.production.name), quoted(strings.Join(g.classes, ", ")), quoted(g.key.wanted), quoted(g.key.got))
	}
	list, _ := json.Marshal(v.c.judged.names()) // strings have JSON
	fmt.Fprintf(w, `{%s,"suite":%d,"certified":%v,"parts":%s,"texts":%d,"states":%d,"wrong":%d,"seconds":%.1f,"date":%s}`+"\n", v.who(), suiteVersion, len(v.groups) == 0,
		list, v.c.texts, v.c.spec.valid.Len(), v.wrong, v.took.Seconds(), quoted(time.Now().UTC().Format(time.DateOnly)))
}

// assumed returns lines with the assumptions of a verdict.
func (v *verdict) assumed() string {
	c := v.c
	parts := "no part is compared"
	if c.judged != (partSet{}) {
		parts = fmt.Sprintf("%d more for each of %v", c.partsK(), c.judged)
	}
	octets, length := "octets of one class are read alike", "15"
	if !c.spec.isLarge() {
		octets, length = octets+", except right after a shortest way to a state", "33"
	}
	if c.thorough {
		octets, length = "octets of one class are read alike except where each is tried", "65536"
	}
	return fmt.Sprintf("  assumed: at most %d states more than the grammar's %d, %s; the same answer each time, whatever was asked before\n"+
		"  assumed: %s; parts of more than %s octets are read as shorter ones\n", c.k, c.spec.valid.Len(), parts, octets, length)
}

// writeText writes the same as text.
func (v *verdict) writeText(w io.Writer) {
	c := v.c
	name := c.parser
	if c.version != "" {
		name += " " + c.version
	}
	if len(v.groups) == 0 {
		fmt.Fprintf(w, "%s: certified by RFC %s for k=%d, with %d texts and %d states\n", name, c.spec.rfc, c.k, c.texts, c.spec.valid.Len())
		io.WriteString(w, v.assumed())
		return
	}
	fmt.Fprintf(w, "%s: wrong by RFC %s at %d of %d states, %d texts, %d kinds of fault\n", name, c.spec.rfc, v.wrong, c.spec.valid.Len(), c.texts, len(v.groups))
	io.WriteString(w, v.assumed())
	for _, g := range v.groups {
		fmt.Fprintf(w, "  %-40q %s, not %s: %s in %s (%s), %d states blamed, %d texts\n", g.witness.want.text, g.key.wanted, g.key.got,
			strings.Join(g.classes, ", "), g.key.production.name, g.key.production.section, len(g.states), g.texts)
		given := g.witness.got.raw
		if failed := g.witness.got.failed; failed != nil {
			given = failed.Error()
		}
		fmt.Fprintf(w, "      RFC %s: %s\n      the parser: %s\n", c.spec.rfc, g.witness.want.appendAnswer(nil, &c.judged), given)
	}
}
