package crawl

import (
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// trackers are the names of parameters that say where readers come from or who they
// are, and that pages do not need. Those of browsers are in the lists of Brave
// (kSimpleQueryStringTrackers of brave-core) and of Firefox (query stripping); the
// names of each line are given by the party named after it.
var trackers = []string{
	"gclid", "gclsrc", "dclid", "gbraid", "wbraid", // Google Ads, Campaign Manager 360
	"fbclid",          // Meta; Brave, Firefox
	"msclkid",         // Microsoft Advertising; Brave
	"twclid",          // X; Brave
	"igshid",          // Instagram; Brave
	"yclid",           // Yandex; Brave
	"_openstat",       // Openstat; Brave
	"mc_cid",          // Mailchimp
	"mc_eid",          // Mailchimp; Brave, Firefox
	"mkt_tok",         // Marketo; Firefox
	"_hsenc", "_hsmi", // HubSpot; the first: Firefox
	"oly_anon_id", "oly_enc_id", // Omeda; Brave, Firefox
	"vero_conv", "vero_id", // Vero; Brave, the second: Firefox
	"ml_subscriber", "ml_subscriber_hash", // MailerLite; Brave
	"wickedid",   // Wicked Reports; Brave
	"rb_clickid", // Rakuten; Brave
	"s_cid",      // Adobe Analytics; Brave
	"__s",        // Drip; Brave, Firefox
}

// sessions are the names of session identifiers that mean nothing else: of
// Java servlets (jsessionid), PHP and ColdFusion, and others that the pattern of Apache
// Nutch knows (regex-normalize.xml).
var sessions = []string{
	"jsessionid", "PHPSESSID", "CFTOKEN",
	"_sid", "_sessionid", "bv_sid", "bv_sessionid", "lsessionid", "_jsessionid", "_phpsessid", "ASP.NET_SessionId",
}

// Tracking reports whether p, a pair of a query or a parameter of a path, only tells
// a server where a reader comes from or which visit this is. It is made for
// [Keyer].Drop and reports true for
//
//   - names that begin with "utm_" (Google Analytics),
//   - identifiers of clicks and of mail recipients, such as gclid, fbclid, msclkid,
//     mc_cid and mc_eid: those that the browsers Brave and Firefox remove from
//     links on every site, and others of the same companies,
//   - the session identifiers that the key of web archives leaves out
//     (internetarchive/surt): jsessionid, PHPSESSID and CFTOKEN with any value,
//     ASPSESSIONID with eight letters after it, CFID with a number, and sid with
//     32 letters or digits,
//   - those of the pattern of Apache Nutch that mean nothing else: _sid, _sessionID,
//     Bv_SessionID and their like, and sessionid and session_id with 16 letters or digits
//     or more.
//
// Names are compared without regard to case and as written: an escape in a name
// hides it. A Keyer passes names in normal form, in which none of these names has
// an escape. The list is a choice: a site is free to give any of these names a
// meaning. Tracking does not allocate.
func Tracking(p uri.Pair) bool {
	name := p.Name()
	value, _ := p.Value()
	is := func(s string) bool { return strings.EqualFold(name, s) }
	const utm, asp = "utm_", "ASPSESSIONID"
	switch {
	case len(name) > len(utm) && strings.EqualFold(name[:len(utm)], utm):
		return true
	case len(name) == len(asp)+8 && strings.EqualFold(name[:len(asp)], asp):
		return strings.Trim(strings.ToLower(name[len(asp):]), "abcdefghijklmnopqrstuvwxyz") == ""
	case is("cfid"):
		return value != "" && strings.Trim(value, "0123456789") == ""
	case is("sessionid"), is("session_id"):
		return len(value) >= 16 && ascii.All(value, ascii.Letter|ascii.Digit)
	case is("sid"):
		return len(value) == 32 && ascii.All(value, ascii.Letter|ascii.Digit)
	}
	return slices.ContainsFunc(trackers, is) || slices.ContainsFunc(sessions, is)
}
