package page

// A row is an attribute with references, or several in rows: there both have names with spaces between.
type row struct {
	elements, attribute string
	// form yields the references in the value, until yield returns false.
	form func(a attributes, value string, yield func(text string) bool)
	use  Use
	// judge, if it is not nil, decides the use instead.
	judge useJudge
}

// rows are the attributes with references. Each group is headed by its source.
var rows = []row{
	// HTML Standard, sections on elements
	{"a area", "href", one, UseLink, nil},
	{"a area", "ping", list, UsePing, nil},
	{"base", "href", one, UseBase, nil},
	{"blockquote q del ins", "cite", one, UseLink, nil},
	{"button input", "formaction", one, UseForm, nil},
	{"form", "action", one, UseForm, nil},
	{"audio embed iframe img source track video", "src", one, UseEmbed, nil},
	{"img source", "srcset", images, UseEmbed, nil},
	{"input", "src", one, UseEmbed, useOfInput},
	{"link", "href", one, UseLink, useOfLink},
	{"link", "imagesrcset", images, UseEmbed, useOfPreload},
	{"meta", "content", content, UseLink, nil},
	{"object", "data", one, UseEmbed, nil},
	{"script", "src", one, UseEmbed, useOfScript},
	{"video", "poster", one, UseEmbed, nil},

	// HTML Standard, obsolete features
	{"applet", "code", one, UseEmbed, nil},
	{"applet object", "codebase", one, UseBase, nil},
	{"applet", "archive", commas, UseEmbed, nil},
	{"applet", "object", one, UseEmbed, nil},
	{"object", "archive", list, UseEmbed, nil},
	{"object", "classid", one, UseEmbed, useOfClass},
	{"img input object", "usemap", one, UseName, nil},
	{"html", "manifest", one, UseEmbed, nil},
	{"head", "profile", list, UseName, nil},
	{"bgsound frame", "src", one, UseEmbed, nil},
	{"frame iframe img", "longdesc", one, UseLink, nil},
	{"img", "lowsrc", one, UseEmbed, nil},
	{"body table thead tbody tfoot tr td th", "background", one, UseEmbed, nil},
	{"menuitem", "icon", one, UseEmbed, nil},
	{"isindex", "action", one, UseForm, nil},
	{"param", "value", parameter, UseEmbed, nil},
	{"a link", "urn", one, UseName, nil},
	{"a", "datasrc", one, UseName, nil},

	// HTML 4.01, older browsers, removed elements
	{"embed", "code", one, UseName, nil},
	{"embed", "pluginspage pluginurl", one, UseLink, nil},
	{"img input", "dynsrc", one, UseEmbed, nil},
	{"input", "lowsrc", one, UseEmbed, nil},
	{"command", "icon", one, UseEmbed, nil},
	{"form select", "data", one, UseName, nil},
	{"xml layer ilayer", "src", one, UseEmbed, nil},
	{"layer ilayer", "background", one, UseEmbed, nil},

	// Proposals for HTML, and AMP
	{"portal fencedframe model amp-img", "src", one, UseEmbed, nil},

	// SVG 2. An href hides an xlink:href. Presentation attributes are CSS.
	{"svg:a", "href", one, UseLink, nil},
	{"svg:feimage svg:image svg:script svg:use", "href", one, UseEmbed, useOfOther},
	{svgNames, "href", one, UseName, nil},
	{"svg:script", "src", one, UseName, nil},
	{"svg:a", "xlink:href", one, UseLink, unlessHref(func(attributes) (Use, textJudge) { return UseLink, nil })},
	{"svg:feimage svg:image svg:script svg:use", "xlink:href", one, UseEmbed, unlessHref(useOfOther)},
	{svgNames, "xlink:href", one, UseName, nil},
	{"svg:*", "fill stroke filter clip-path mask marker marker-start marker-mid marker-end cursor", styles, UseEmbed, useOfOther},

	// SVG 1.1
	{"svg:altglyph svg:filter svg:glyphref svg:tref", "xlink:href", one, UseName, nil},
	{"svg:color-profile svg:cursor svg:font-face-uri", "xlink:href", one, UseEmbed, useOfOther},

	// MathML Core and MathML 3
	{"math:*", "href", one, UseLink, nil},
	{"math:mglyph", "src", one, UseEmbed, nil},
	{"math:maction", "xlink:href", one, UseLink, nil},
	{"math:annotation", "src", one, UseName, nil},
	{"math:semantics", "definitionURL", one, UseName, nil},

	// HTML Standard: style, and microdata (5)
	{"*", "style", styles, UseEmbed, useOfOther},
	{"*", "itemid", one, UseName, nil},
	{"*", "itemtype", list, UseName, nil},
	{"*", "itemprop", names, UseName, nil},

	// Attribution Reporting, and conventions of scripts for loading images late
	{"*", "attributionsrc", list, UsePing, nil},
	{"*", "data-src", one, UseEmbed, nil},
	{"*", "data-srcset", images, UseEmbed, nil},

	// XML Base, and RDFa 1.1
	{"*", "xml:base", one, UseBase, nil},
	{"*", "about resource vocab", one, UseName, nil},
	{"*", "prefix", prefixes, UseName, nil},
	{"*", "typeof property", names, UseName, nil},
}

// svgNames are the elements of SVG whose href names another element.
const svgNames = "svg:animate svg:animatemotion svg:animatetransform svg:discard svg:lineargradient svg:mpath " +
	"svg:pattern svg:radialgradient svg:set svg:textpath"
