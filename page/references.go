package page

import (
	"iter"
	"strings"
)

// A Reference is one reference in an attribute. Packages fmt and log/slog show it with its secrets.
type Reference struct {
	Attribute string // the name of the attribute
	Text      string // the reference as written
	Use       Use
}

// References yields the references in the attributes of one element, in the order of the table in
// attributes.go. element is the name of an element of HTML ("a"), or of SVG or MathML after "svg:" or
// "math:" ("svg:image"). attribute returns the value of an attribute, with its character references
// decoded. It gets names such as "href", "xlink:href" and, in MathML, "definitionURL", also in lower case.
//
// An attribute with several references yields each: srcset, ping, style, the content of a refresh. The
// comments of the constants of [Use] say what a program does with a reference. Read a reference against the
// base URL of the document, as [web.Parser.DocumentBase] gives it.
//
//	<a href ping>                   UseLink, UsePing
//	<img src srcset>                UseEmbed
//	<link rel="next" href>          UseLink; UseEmbed for stylesheets, icons and the like
//	<script src>                    UseEmbed; UseName if its type is no script
//	<form action>                   UseForm
//	<base href>                     UseBase
//	<div style itemtype>            UseEmbed, UseName
//
// Content is not part of an element: give the text of a style element to [CSS]. The attribute srcdoc of an
// iframe is a page. A reference to something embedded is left out if it is empty, because browsers then
// ask for nothing.
func References(element string, attribute func(name string) (value string, ok bool)) iter.Seq[Reference] {
	element = toLower(element)
	if element == "image" {
		element = "img" // as the parser of HTML reads it ("in body")
	}
	namespace := ""
	if before, _, ok := strings.Cut(element, ":"); ok {
		namespace = before + ":*"
	}
	return func(yield func(Reference) bool) {
		for _, key := range [...]string{element, namespace, "*"} {
			for _, r := range attributeTable[key] {
				if !r.references(attribute, yield) {
					return
				}
			}
		}
	}
}

// references yields the references of one row. It returns false if the loop over them ends.
func (r *row) references(attribute attributes, yield func(Reference) bool) bool {
	value, ok := attribute(r.attribute)
	if !ok && r.attribute == "definitionURL" {
		value, ok = attribute("definitionurl") // as tokenizers of HTML write it
	}
	if !ok {
		return true
	}
	whole, judge := r.use, textJudge(nil)
	if r.judge != nil {
		whole, judge = r.judge(attribute)
	}
	goesOn := true
	r.form(attribute, value, func(text string) bool {
		use := whole
		if judge != nil {
			use = judge(text)
		}
		if text != "" || use != UseEmbed {
			goesOn = yield(Reference{r.attribute, text, use})
		}
		return goesOn
	})
	return goesOn
}

// attributeTable has the rows of each element, "svg:*" and "math:*" those of all elements of a namespace,
// and "*" those of all elements.
var attributeTable = func() map[string][]*row {
	table := map[string][]*row{}
	for _, r := range rows {
		for attribute := range strings.FieldsSeq(r.attribute) {
			r := r
			r.attribute = attribute
			for element := range strings.FieldsSeq(r.elements) {
				table[element] = append(table[element], &r)
			}
		}
	}
	return table
}()
