// Package page finds the references of a page: in the attributes of HTML, SVG and MathML, in CSS and in
// header fields. It also reads data: URLs, and names files for saving.
//
// A program parses the page, with golang.org/x/net/html for example, and gives each element to
// [References], and the text of each style element to [CSS]. [Links] and [Refresh] read the header fields of
// the same names. Package web reads each reference against the base of the page, as browsers do, and one of
// a header field against the URL of the response: a <base href> does not change it (RFC 8288, 3.1).
//
//	for r := range page.References("img", attribute) {
//		link, err := web.Parser{}.Parse(base, r.Text)
//		...
//	}
//
// # Specifications
//
// Each function is headed by the production or the algorithm of its standard, and gives the same result:
//
//   - HTML Standard, https://html.spec.whatwg.org/, as of July 2026: the attributes with references,
//     srcset, refresh. SVG, MathML and RDFa: their attributes.
//   - CSS Syntax Level 3, https://www.w3.org/TR/css-syntax-3/: the tokens of a stylesheet.
//   - RFC 8288, Web Linking: the Link field. RFC 8187: parameters in another charset.
//   - Fetch Standard, Infra Standard and MIME Sniffing Standard: data: URLs and their media types.
//   - RFC 6266: the Content-Disposition field.
//
// # Security
//
// References come from untrusted pages: package guard checks a URL before a program asks for it. No function
// panics, recurses or takes more than linear time, whatever the text.
package page
