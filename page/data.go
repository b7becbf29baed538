package page

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"example.com/uri/internal/ascii"
	"example.com/uri/web"
)

// Data returns the media type and the body of a data: URL: Fetch Standard, "data: URL processor".
//
//	data:text/html,<p>50%25      text/html, <p>50%
//	data:;base64,SGVsbG8h        text/plain;charset=US-ASCII, Hello!
//
// The media type is as MIME Sniffing writes it: type, subtype and the names of parameters in lower case. It is
// text/plain;charset=US-ASCII if the URL has none, or a wrong one. A "?" belongs to the body, and the
// fragment does not.
//
// It fails if u is another URL, if no "," ends the media type, and for wrong base64. The error says
// where in u.String(), in bytes. It shows nothing of the body.
func Data(u web.URL) (mediaType string, body []byte, err error) {
	if u.Scheme() != "data" {
		return "", nil, errors.New("page: data: not a data: URL")
	}
	s := u.WithoutFragment().String() // 2
	comma := ascii.Index(s, 0, ',')   // 5
	if comma < 0 {
		return "", nil, fmt.Errorf(`page: data: no "," after the media type, at offset %d`, len(s))
	}
	mediaType = strings.Trim(s[len("data:"):comma], space)  // 6
	if before, isBase64 := cutBase64(mediaType); isBase64 { // 11
		mediaType = before
		if body, err = forgivingBase64(s, comma+1); err != nil {
			return "", nil, err
		}
	} else {
		body = ascii.AppendDecoded(make([]byte, 0, len(s)-comma-1), s[comma+1:]) // 10
	}
	if strings.HasPrefix(mediaType, ";") { // 12
		mediaType = "text/plain" + mediaType
	}
	mediaType, ok := mimeType(mediaType)
	if !ok {
		mediaType = "text/plain;charset=US-ASCII" // 14
	}
	return mediaType, body, nil
}

// cutBase64 cuts ";base64" off the end of a media type. Spaces may stand after the ";".
func cutBase64(media string) (before string, ok bool) {
	n := len(media) - len("base64")
	if n < 0 || !equalFold(media[n:], "base64") {
		return "", false
	}
	return strings.CutSuffix(strings.TrimRight(media[:n], " "), ";")
}

// forgivingBase64 decodes s[start:], with its escapes decoded first (Infra Standard,
// "forgiving-base64 decode"). An error has the offset in s.
func forgivingBase64(s string, start int) ([]byte, error) {
	text := make([]byte, 0, len(s)-start)
	padding := 0 // the offset of the first "=" in s
	for i := start; i < len(s); {
		b, n := ascii.DecodedAt(s, i)
		switch {
		case isSpace(b): // 1
		case (ascii.Letter | ascii.Digit).Has(b), b == '+', b == '/':
			if padding != 0 {
				return nil, errBase64(padding)
			}
			text = append(text, b)
		case b == '=':
			if padding == 0 {
				padding = i
			}
			text = append(text, b)
		default:
			return nil, errBase64(i)
		}
		i += n
	}
	if padding != 0 { // 2
		before := bytes.TrimRight(text, "=")
		if len(text)%4 != 0 || len(text)-len(before) > 2 {
			return nil, errBase64(padding)
		}
		text = before
	}
	if len(text)%4 == 1 { // 3
		return nil, errBase64(len(s))
	}
	body := make([]byte, base64.RawStdEncoding.DecodedLen(len(text)))
	_, err := base64.RawStdEncoding.Decode(body, text)
	return body, err
}

func errBase64(offset int) error {
	return fmt.Errorf("page: data: invalid base64 at offset %d", offset)
}
