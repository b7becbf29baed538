package page

import (
	"strings"

	"example.com/uri/internal/ascii"
)

// A Use is what a reference is for.
type Use uint8

const (
	UseEmbed Use = iota // a part of the page, which a browser or an archive fetches with it: images, scripts, frames
	UseLink             // another resource, for a reader or a crawler to follow
	UseForm             // where a form is sent to
	UseBase             // a base for other references: of the document in <base href>, else of attributes of the same element
	UsePing             // a server that is told about an event, and has nothing to read
	UseName             // a name or a place in the page: nothing is fetched
)

var useNames = []string{"embed", "link", "form", "base", "ping", "name"}

// String returns the name of u: "embed", "link", "form", "base", "ping" or "name".
func (u Use) String() string { return ascii.Name(useNames, int(u)) }

// A useJudge decides the use of the references in an attribute, by the other attributes of the element.
// It is asked once for each attribute. A textJudge that is not nil decides for each reference instead.
type (
	useJudge  func(a attributes) (Use, textJudge)
	textJudge func(text string) Use
)

// useOfLink is the use of the href of a link element, by its link types (HTML).
func useOfLink(attribute attributes) (Use, textJudge) {
	rel, _ := attribute("rel")
	use := UseLink
	for text := range words(rel) {
		switch u, ok := linkTypes[toLower(text)]; {
		case ok && u == UseEmbed:
			return u, nil
		case ok:
			use = u
		}
	}
	return use, nil
}

// useOfPreload is UseEmbed only for the preload of an image (HTML).
func useOfPreload(attribute attributes) (Use, textJudge) {
	rel, _ := attribute("rel")
	for text := range words(rel) {
		if equalFold(text, "preload") && attribute.is("as", "image") {
			return UseEmbed, nil
		}
	}
	return UseName, nil
}

// useOfInput is UseEmbed only for an image button (HTML).
func useOfInput(attribute attributes) (Use, textJudge) {
	if attribute.is("type", "image") {
		return UseEmbed, nil
	}
	return UseName, nil
}

// useOfScript is UseEmbed only for a classic script and a module (HTML, "prepare the script
// element").
func useOfScript(attribute attributes) (Use, textJudge) {
	kind, ok := attribute("type")
	if !ok {
		if kind, _ = attribute("language"); kind != "" {
			kind = "text/" + kind
		}
	}
	if kind == "" || equalFold(strings.Trim(kind, space), "module") || scriptTypes[toLower(strings.Trim(kind, space))] {
		return UseEmbed, nil
	}
	return UseName, nil
}

// useOfClass is UseName for an identifier of a class, as in "clsid:..." and "java:...".
func useOfClass(attributes) (Use, textJudge) {
	return 0, func(text string) Use {
		if ascii.HasPrefixFold(text, "clsid:") || ascii.HasPrefixFold(text, "java:") {
			return UseName
		}
		return UseEmbed
	}
}

// useOfOther is UseEmbed for another document, and UseName for a place in the same one ("#a").
func useOfOther(attributes) (Use, textJudge) {
	return 0, func(text string) Use {
		if strings.HasPrefix(text, "#") {
			return UseName
		}
		return UseEmbed
	}
}

// unlessHref returns the judge of an xlink:href. Browsers ignore it beside an href (SVG).
func unlessHref(judge useJudge) useJudge {
	return func(a attributes) (Use, textJudge) {
		if _, ok := a("href"); ok {
			return UseName, nil
		}
		return judge(a)
	}
}

// linkTypes are the link types without a hyperlink: HTML, and
// https://microformats.org/wiki/existing-rel-values for the icons of Apple.
var linkTypes = map[string]Use{
	"apple-touch-icon":             UseEmbed,
	"apple-touch-icon-precomposed": UseEmbed,
	"compression-dictionary":       UseEmbed,
	"icon":                         UseEmbed,
	"manifest":                     UseEmbed,
	"mask-icon":                    UseEmbed,
	"modulepreload":                UseEmbed,
	"prefetch":                     UseEmbed,
	"preload":                      UseEmbed,
	"stylesheet":                   UseEmbed,

	"dns-prefetch": UseName, // only the host counts
	"expect":       UseName,
	"preconnect":   UseName,

	"pingback": UsePing,
}

// scriptTypes are the JavaScript MIME types (MIME Sniffing).
var scriptTypes = map[string]bool{
	"application/ecmascript":   true,
	"application/javascript":   true,
	"application/x-ecmascript": true,
	"application/x-javascript": true,
	"text/ecmascript":          true,
	"text/javascript":          true,
	"text/javascript1.0":       true,
	"text/javascript1.1":       true,
	"text/javascript1.2":       true,
	"text/javascript1.3":       true,
	"text/javascript1.4":       true,
	"text/javascript1.5":       true,
	"text/jscript":             true,
	"text/livescript":          true,
	"text/x-ecmascript":        true,
	"text/x-javascript":        true,
}
