package main

import (
	"io"
	"strings"

	"golang.org/x/net/html"
)

const (
	// maxSitemapLinks is how many bytes the links of a sitemap may take.
	maxSitemapLinks = 16 << 20
	// maxToken is how long a tag or a text of a sitemap may be.
	maxToken = 64 << 10
)

// addXML adds the references in a sitemap (sitemaps.org), or in a feed of RSS or Atom (RFC 4287).
// Another document in XML has none. The tokenizer of HTML reads all of these in little memory.
// index is true for a list of sitemaps. For a sitemap longest is called with its longest length.
func (l *references) addXML(r io.Reader, longest func(bytes int64)) (index bool, err error) {
	in := html.NewTokenizer(r)
	in.AllowCDATA(true)
	root, element := "", ""
	attributes := map[string]string{}
	for {
		switch in.Next() {
		case html.ErrorToken:
			if err := in.Err(); err != io.EOF {
				return index, err
			}
			return index, nil
		case html.TextToken:
			text := strings.TrimSpace(string(in.Text()))
			isLink := element == "loc" || element == "link" || element == "guid" && !strings.EqualFold(attributes["ispermalink"], "false")
			if text != "" && isLink {
				l.add(text)
			}
		case html.EndTagToken:
			element = ""
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := in.TagName()
			element = string(name[1+strings.LastIndexByte(string(name), ':'):])
			if root == "" {
				switch root = element; root {
				case "urlset", "sitemapindex":
					index, l.room = root == "sitemapindex", maxSitemapLinks
					longest(maxSitemap)
					in.SetMaxBuf(maxToken)
				case "rss", "feed", "rdf":
				default:
					_, err := io.Copy(io.Discard, r)
					return false, err
				}
			}
			attributes = readAttributes(in, more)
			switch element {
			case "link": // of Atom, and of the languages of a page in a sitemap
				l.addNonempty(attributes["href"])
			case "enclosure":
				l.addNonempty(attributes["url"])
			case "content":
				l.addNonempty(attributes["src"])
			}
			in.NextIsNotRawText()
		}
	}
}

func (l *references) addNonempty(text string) {
	if text != "" {
		l.add(text)
	}
}
