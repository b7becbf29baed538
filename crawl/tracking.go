package crawl

import (
	"bytes"
	"slices"
	"strings"

	"example.com/uri"
	"example.com/uri/internal/ascii"
)

// trackers are the names of parameters that tell where readers come from or who they
// are. Pages do not need them. Each source has its own lines, and a name of several
// sources is in the first:
//
//   - Firefox: the names for all sites of StripOnShare.json (gecko-dev, 025a28d, and _gl of bug
//     1947168) and of StripOnShareLGPL.json (firefox, ed1fd0e, after bug 2000658), and those in the
//     documentation of its query stripping.
//   - Brave: query-filter.json (adblock-lists, pull request 2824), the
//     names for all sites, and those of the list before it, kSimpleQueryStringTrackers
//     of components/query_filter/utils.cc (brave-core, 4d9ded2 and the later 0c7f00e).
//   - AdGuard: the general part of filter_17_TrackParam, version 2.0.11.4
//     (FiltersRegistry, 00611e4).
//
// These names of the lists are left out:
//
//   - with other meanings too: var, clickid, cmpid, cuid, gci, maf, a8, btag, iclid, adfrom,
//     external_click_id
//   - may choose the content: recommended_by, recommended_code, personaclick_search_query,
//     personaclick_input_query
//   - do something: af_force_deeplink (chooses an app), user_email_address (fills a form),
//     guccounter (ends a loop)
//   - removed on some sites only: si, igsh, ig_rid, ref_src, ref_url, h_sid, h_slt,
//     ck_subscriber_id
//   - patterns and not names: at_custom, cm_mmc
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
	"oft_lk", "oft_sk", "oly_anon_id", "oly_enc_id", "pk_cid", "rb_clickid", "sc_customer", "sc_eh", "sc_uid", "sfmc_activityid", "sfmc_id",
	"sms_click", "sms_source", "sms_uph", "srsltid", "ss_email_id", "syclid", "ttclid", "twclid",
	"unicorn_click_id", "vero_id", "vgo_ee", "wbraid", "wickedid", "yclid", "ymclid", "ysclid",
	// Brave, on some sites
	"igshid", "mkt_tok",
	// AdGuard
	"Tcsack", "__io_lv", "_bdadid", "_clde", "_cldee", "_ga", "_io_session_id", "_ope", "_sgm_action", "_sgm_campaign",
	"_sgm_pinned", "_sgm_source", "_sgm_term", "_zucks_suid", "action_object_map", "action_ref_map", "action_type_map",
	"adjust_adgroup", "adjust_campaign", "adjust_creative", "adjust_referrer", "adjust_tracker", "adjust_tracker_limit",
	"admitad_uid", "adobe_mc_ref", "adobe_mc_sdid", "af_ad", "af_adset", "af_click_lookback", "af_xp", "aiad_clid", "asgtbndr",
	"awc", "bemobdata", "beyond_uzcvid", "beyond_uzmcvid", "bsft_aaid", "bsft_eid", "bsft_ek", "bsft_mid", "cjdata", "cjevent",
	"cm_cr", "cm_me", "cstrackid", "cx_click", "cx_recsOrder", "cx_recsWidget", "dpg_campaign", "dpg_content", "dpg_medium",
	"dpg_source", "ebisAdID", "ebisOther1", "ebisOther2", "ebisOther3", "ebisOther4", "ebisOther5", "emcs_t", "ems_dl", "erid",
	"famad_xuid", "fb_action_types", "fb_ref", "fb_source", "gad_source", "gclsrc", "gps_adid", "ir_adid", "ir_campaignid",
	"ir_partnerid", "irgwc", "is_retargeting", "itm_campaign", "itm_content", "itm_medium", "itm_source", "itm_term",
	"jmtyClId", "mindbox-click-id", "mindbox-message-key", "mt_link_id", "mtm_campaign", "mtm_content", "mtm_group",
	"mtm_keyword", "mtm_medium", "mtm_placement", "mtm_source", "nx_source", "oprtrack", "pk_campaign", "pk_medium",
	"pk_source", "pk_vid", "rtkcid", "spot_im_redirect_source", "sscid", "tduid", "tw_medium", "tw_profile_id", "tw_source",
	"usqp", "uzcid", "vc_lpp", "vsm_cid", "vsm_pid", "vsm_type", "wt_mc", "xtor",
	// of companies whose other names are in these lists: Mailchimp, HubSpot
	"mc_cid", "_hsmi",
}

// sessions are the names of session identifiers without another meaning: of Java
// servlets (jsessionid), PHP and ColdFusion, and others in the pattern of Apache Nutch
// (regex-normalize.xml).
var sessions = []string{
	"jsessionid", "PHPSESSID", "CFTOKEN",
	"_sid", "_sessionid", "bv_sid", "bv_sessionid", "lsessionid", "_jsessionid", "_phpsessid", "ASP.NET_SessionId",
}

// longestListed is the length of the longest of trackers and sessions.
const longestListed = len("spot_im_redirect_source")

// listed has trackers and sessions in lower case.
var listed = func() map[string]bool {
	names := map[string]bool{}
	for _, name := range slices.Concat(trackers, sessions) {
		names[strings.ToLower(name)] = true
	}
	return names
}()

// IsTracking reports whether p, a pair of a query or a parameter of a path, only names
// the origin of a reader or the visit. It is made for [Keyer].Drop and reports true for
//
//   - names that begin with "utm_" (Google Analytics),
//   - identifiers of clicks, of campaigns and of mail recipients, like gclid, fbclid,
//     msclkid, mtm_campaign and mc_eid: those that Brave, Firefox and AdGuard remove
//     from links on every site, and others of the same companies,
//   - the session identifiers left out by the key of web archives
//     (internetarchive/surt): jsessionid, PHPSESSID and CFTOKEN with any value,
//     ASPSESSIONID with eight letters after it, CFID with a number, and sid with 32
//     letters or digits,
//   - names in the pattern of Apache Nutch without another meaning: _sid, _sessionID,
//     Bv_SessionID and their like, and sessionid and session_id with 16 letters or
//     digits or more.
//
// Names are compared without regard to case and as written: an escape in a name
// hides it. A Keyer passes names in normal form: there these names have no
// escape. The list is a choice: a site is free to give any of these names a
// meaning.
func IsTracking(p uri.Pair) bool {
	const utm, asp = "utm_", "aspsessionid"
	name := p.Name()
	if len(name) > longestListed {
		return strings.EqualFold(name[:len(utm)], utm)
	}
	var buf [longestListed]byte
	for i := range len(name) {
		buf[i] = ascii.Lower(name[i])
	}
	lower := buf[:len(name)]
	value, _ := p.Value()
	switch string(lower) {
	case "cfid":
		return value != "" && strings.Trim(value, "0123456789") == ""
	case "sessionid", "session_id":
		return len(value) >= 16 && ascii.All(value, ascii.Letter|ascii.Digit)
	case "sid":
		return len(value) == 32 && ascii.All(value, ascii.Letter|ascii.Digit)
	}
	if rest, ok := bytes.CutPrefix(lower, []byte(asp)); ok {
		return len(rest) == 8 && ascii.All(rest, ascii.Letter)
	}
	return listed[string(lower)] || len(name) > len(utm) && string(lower[:len(utm)]) == utm
}
