package crawl

import (
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// trackers are the names of parameters that say where readers come from or who they
// are, and that pages do not need: a line or more for each source. A name that several
// lists have is in the first of them. Read in November 2026:
//
//   - Firefox: the names for all sites of StripOnShare.json (gecko-dev, 025a28d, and _gl of
//     bug 1947168, 2025-11-05) and of StripOnShareLGPL.json (firefox, ed1fd0e, after bug 2000658
//     of 2025-11-24), and the eight of the documentation of its query stripping.
//   - Brave: kSimpleQueryStringTrackers of components/query_filter/utils.cc (brave-core,
//     4d9ded2 and the later 0c7f00e), the names that it removes on all sites.
//   - AdGuard: TrackParamFilter/sections/general_url.txt (AdguardFilters, 002b066).
//
// Names that can mean something else are left out: var, clickid, cmpid, cuid, gci, maf and
// adfrom, user_email_address (it fills a form), guccounter (it ends a loop), and names that
// these lists remove on some sites only: si, igsh, ig_rid, ref_src, ref_url, h_sid, h_slt,
// ck_subscriber_id.
var trackers = []string{
	// Firefox
	"at_campaign", "at_campaign_type", "at_creation", "at_emailtype", "at_link", "at_link_id", "at_link_origin", "at_link_type",
	"at_medium", "at_ptr_name", "at_send_date",
	"hsa_acc", "hsa_ad", "hsa_cam", "hsa_grp", "hsa_kw", "hsa_la", "hsa_mt", "hsa_net", "hsa_ol", "hsa_src", "hsa_tgt", "hsa_ver",
	"li_fat_id", "s_cid", "vero_conv", "ymid",
	// Brave
	"__hsfp", "__hssc", "__hstc", "__s", "_bhlid", "_branch_match_id", "_branch_referrer", "_gl", "_hsenc", "_kx", "_openstat",
	"at_recipient_id", "at_recipient_list", "bbeml", "bsft_clkid", "bsft_uid", "dclid", "et_rid", "fb_action_ids",
	"fb_comment_id", "fbclid", "gbraid", "gclid", "guce_referrer", "guce_referrer_sig", "hsCtaTracking", "irclickid", "mc_eid",
	"ml_subscriber", "ml_subscriber_hash", "msclkid", "mtm_cid", "oft_c", "oft_ck", "oft_d", "oft_id", "oft_ids", "oft_k",
	"oft_lk", "oft_sk", "oly_anon_id", "oly_enc_id", "pk_cid", "rb_clickid", "sc_customer", "sc_eh", "sc_uid", "srsltid", "ss_email_id", "twclid",
	"unicorn_click_id", "vero_id", "vgo_ee", "wbraid", "wickedid", "yclid", "ymclid", "ysclid",
	// Brave, on some sites
	"igshid", "mkt_tok",
	// AdGuard
	"_cldee", "_ga", "_sgm_action", "_sgm_campaign", "_sgm_source", "action_object_map", "action_ref_map", "action_type_map",
	"adjust_adgroup", "adjust_campaign", "adjust_creative", "adjust_referrer", "adjust_tracker", "adjust_tracker_limit",
	"admitad_uid", "aiad_clid", "awc", "bsft_aaid", "bsft_eid", "bsft_ek", "bsft_mid", "cx_click", "cx_recsOrder",
	"cx_recsWidget", "dpg_campaign", "dpg_content", "dpg_medium", "dpg_source", "ebisAdID", "erid", "fb_action_types", "fb_ref",
	"fb_source", "gclsrc", "gps_adid", "ir_adid", "ir_campaignid", "ir_partnerid", "irgwc", "itm_campaign", "itm_content",
	"itm_medium", "itm_source", "itm_term", "mindbox-click-id", "mindbox-message-key", "mtm_campaign", "mtm_content",
	"mtm_group", "mtm_keyword", "mtm_medium", "mtm_placement", "mtm_source", "pk_campaign", "pk_medium", "pk_source", "pk_vid",
	"rtkcid", "sscid", "tduid", "vc_lpp", "wt_mc", "xtor",
	// of companies whose other names are in these lists: Mailchimp, HubSpot
	"mc_cid", "_hsmi",
}

// sessions are the names of session identifiers that mean nothing else: of
// Java servlets (jsessionid), PHP and ColdFusion, and others that the pattern of Apache
// Nutch knows (regex-normalize.xml).
var sessions = []string{
	"jsessionid", "PHPSESSID", "CFTOKEN",
	"_sid", "_sessionid", "bv_sid", "bv_sessionid", "lsessionid", "_jsessionid", "_phpsessid", "ASP.NET_SessionId",
}

// listed are trackers and sessions: at n the names of n bytes.
var listed = byLength(trackers, sessions)

// byLength returns the names of lists: at n the names of n bytes.
func byLength(lists ...[]string) (names [][]string) {
	for _, name := range slices.Concat(lists...) {
		for len(name) >= len(names) {
			names = append(names, nil)
		}
		names[len(name)] = append(names[len(name)], name)
	}
	return names
}

// Tracking reports whether p, a pair of a query or a parameter of a path, only tells
// a server where a reader comes from or which visit this is. It is made for
// [Keyer].Drop and reports true for
//
//   - names that begin with "utm_" (Google Analytics),
//   - identifiers of clicks, of campaigns and of mail recipients, like gclid, fbclid,
//     msclkid, mtm_campaign and mc_eid: those that Brave, Firefox and AdGuard remove
//     from links on every site, and others of the same companies,
//   - the session identifiers that the key of web archives leaves out
//     (internetarchive/surt): jsessionid, PHPSESSID and CFTOKEN with any value,
//     ASPSESSIONID with eight letters after it, CFID with a number, and sid with
//     32 letters or digits,
//   - names in the pattern of Apache Nutch that mean nothing else: _sid, _sessionID,
//     Bv_SessionID and their like, and sessionid and session_id with 16 letters or digits
//     or more.
//
// Names are compared without regard to case and as written: an escape in a name
// hides it. A Keyer passes names in normal form: there these names have no
// escape. The list is a choice: a site is free to give any of these names a
// meaning. Tracking does not allocate.
func Tracking(p uri.Pair) bool {
	name := p.Name()
	value, _ := p.Value()
	is := func(s string) bool { return len(name) == len(s) && strings.EqualFold(name, s) }
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
	return len(name) < len(listed) && slices.ContainsFunc(listed[len(name)], is)
}
