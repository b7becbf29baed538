package crawl

import (
	"slices"
	"strings"
	"testing"

	"example.com/uri"
)

func TestTracking(t *testing.T) {
	digits := strings.Repeat("0a", 16)
	for pair, want := range map[string]bool{
		"utm_source=a": true, "UTM_x": true, "utm_": false, "utm": false, "autm_a=b": false,
		"gclid=1": true, "fbclid": true, "msclkid=": true, "mc_cid=1": true, "mc_eid=1": true, "gclid2=1": false,
		"PHPSESSID=1": true, "phpsessid=": true, "jsessionid=1F.node1": true, "xjsessionid=1": false,
		"ASPSESSIONIDABCDEFGH=1": true, "aspsessionidabcdefg=1": false, "ASPSESSIONIDABCDEFG1=1": false,
		"CFID=12": true, "CFID=a": false, "CFID=": false, "CFID": false, "CFTOKEN=1a": true,
		"sid=" + digits: true, "sid=" + digits[1:]: false, "sid=" + digits[1:] + "-": false, "sid=7": false,
		"_sid=1": true, "_sessionID=1": true, "Bv_SessionID=fassa": true, "BV_SID=1": true, "lsessionid=1": true, "asp.net_sessionid=a": true,
		"sessionid=" + digits[:16]: true, "session_id=" + digits: true, "sessionid=7": false, "session_id=" + digits[:15]: false, "sessionid=a-" + digits: false,
		"addressid=1": false, "NewsID=1": false, "bv_session=1": false, "xsid=1": false,
		"": false, "=": false, "id=gclid": false, "=utm_source": false, "__s=1": true, "s=1": false,
	} {
		if got := IsTracking(uri.Pair(pair)); got != want {
			t.Errorf("%q: %v", pair, got)
		}
	}
	if n := testing.AllocsPerRun(100, func() { IsTracking("a_long_name_that_is_none_of_these=1"); IsTracking("sid=1") }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestTrackingLists checks names of the lists of Brave, Firefox and AdGuard: those that
// are removed, and those that can mean something else.
func TestTrackingLists(t *testing.T) {
	const removed = "__hsfp __hssc __hstc __s _bhlid _branch_match_id _branch_referrer _gl _hsenc _kx _openstat at_recipient_id " +
		"at_recipient_list bbeml bsft_clkid bsft_uid dclid et_rid fb_action_ids fb_comment_id fbclid gbraid gclid guce_referrer " +
		"guce_referrer_sig hsCtaTracking irclickid mc_eid ml_subscriber ml_subscriber_hash msclkid mtm_cid oft_c oft_ck oft_d " +
		"oft_id oft_ids oft_k oft_lk oft_sk oly_anon_id oly_enc_id pk_cid rb_clickid s_cid sc_customer sc_eh sc_uid srsltid ss_email_id twclid " +
		"unicorn_click_id vero_conv vero_id vgo_ee wbraid wickedid yclid ymclid ysclid sfmc_activityid sfmc_id sms_click sms_source sms_uph syclid ttclid " + // Brave
		"at_campaign at_campaign_type at_creation at_emailtype at_link at_link_id at_link_origin at_link_type at_medium " +
		"at_ptr_name at_send_date li_fat_id mkt_tok utm_email utm_newsletter_id hsa_acc hsa_ad hsa_cam hsa_grp hsa_kw hsa_la hsa_mt hsa_net hsa_ol hsa_src hsa_tgt hsa_ver utm_social-type ymid " + // Firefox
		"_ga itm_campaign mindbox-click-id MTM_Campaign pk_campaign wt_mc xtor spot_im_redirect_source gad_source cjevent ebisOther5" // AdGuard
	const kept = "var clickid cmpid cuid gci maf adfrom user_email_address guccounter si igsh ig_rid ref_src ref_url h_sid h_slt ck_subscriber_id " +
		"a8 btag iclid recommended_by personaclick_search_query af_force_deeplink external_click_id aspsessionid at_custom1 cm_mmc spot_im_redirect_source2 " +
		"campaign source ref id q page s sc_id \u017f_cid m\u212at_tok"
	for name := range strings.FieldsSeq(removed) {
		if !IsTracking(uri.Pair(name + "=1")) {
			t.Errorf("%s is kept", name)
		}
	}
	for name := range strings.FieldsSeq(kept) {
		if IsTracking(uri.Pair(name + "=1")) {
			t.Errorf("%s is removed", name)
		}
	}
	for _, name := range slices.Concat(trackers, sessions) {
		if !IsTracking(uri.Pair(strings.ToUpper(name) + "=1")) {
			t.Errorf("%s is listed and kept", name)
		}
	}
	sorted := slices.Sorted(slices.Values(trackers))
	if unique := slices.Compact(slices.Clone(sorted)); len(unique) != len(sorted) {
		t.Errorf("%d names, %d different ones", len(sorted), len(unique))
	}
}

// TestDeleteTracking removes tracking pairs from the Values of a URI, which keeps its query.
func TestDeleteTracking(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"http://h/?utm_source=a&b=1&utm_medium=x&fbclid=9&c#f", "http://h/?b=1&c#f"},
		{"http://h/?utm_source=a", "http://h/"},
		{"http://h/?b=1", "http://h/?b=1"},
		{"http://h/", "http://h/"},
	} {
		u := uri.MustParse(test.text)
		got, err := u.WithValues(slices.DeleteFunc(u.Values(), IsTracking))
		if err != nil || got.String() != test.want || u.String() != test.text {
			t.Errorf("%s becomes %s, %v; want %s; u is %s", test.text, got, err, test.want, u)
		}
	}
}

func TestDrop(t *testing.T) {
	k := Keyer{Drop: IsTracking, DropParams: true}
	for in, want := range map[string]string{
		"http://h/?utm_source=a":                     "http://h/",
		"http://h/?utm_source=a&b&gclid=1":           "http://h/?b",
		"http://h/?utm%5Fsource=a":                   "http://h/",
		"http://h/?":                                 "http://h/?",
		"http://h/?gclid=1&":                         "http://h/?",
		"http://h/?&&":                               "http://h/?&&",
		"http://h/a;jsessionid=1F":                   "http://h/a",
		"http://h/a;v=1;jsessionid=1F/b;jsessionid=": "http://h/a;v=1/b",
		"http://h/;jsessionid=1F?PHPSESSID=2":        "http://h/",
		"http://h/a%3Bjsessionid=1F":                 "http://h/a%3Bjsessionid=1F",
		"http://h/a/..;jsessionid=1F/b":              "http://h/a/..;jsessionid=1F/b",
		"http://h/a/%2e;jsessionid=1F":               "http://h/a/.;jsessionid=1F",
		"/;jsessionid=1F/b":                          "/;jsessionid=1F/b",
		";jsessionid=1F":                             ";jsessionid=1F",
		"a;jsessionid=1F":                            "a",
		";jsessionid=1F/a;jsessionid=1F":             ";jsessionid=1F/a",
		"mailto:a;jsessionid=1F@h?gclid=1":           "mailto:a;jsessionid=1F@h?gclid=1",
	} {
		if got := string(k.AppendKey([]byte(already), uri.MustParse(in))); got != already+want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	k.DropParams = false
	if got := string(k.AppendSURT(nil, uri.MustParse("http://h/a;jsessionid=1?gclid=2"))); got != "h)/a;jsessionid=1" {
		t.Errorf("without DropParams: %q", got)
	}
}

func TestKeyNormalize(t *testing.T) {
	u := uri.MustParse("HTTP://H_x:80/a/%2e%2e/(%28?q")
	for _, test := range []struct {
		k    Keyer
		want string
	}{
		{Keyer{}, "http://h_x/(%28?q"},
		{Keyer{Normalize: uri.RFC3986.AppendNormalize}, "http://h_x/(%28?q"},
		{Keyer{Normalize: uri.RFC2396.AppendNormalize}, "http://H_x:80/a/%2E%2E/((?q"},
		{Keyer{Normalize: uri.RFC1808.AppendNormalize}, "http://H_x:80/a/%2E%2E/((?q"},
		{Keyer{Normalize: func(dst []byte, u uri.URI) []byte {
			return append(append(dst, u.WithoutQuery().String()...), "#f"...)
		}}, "HTTP://H_x:80/a/%2e%2e/(%28"},
		{Keyer{Normalize: func(dst []byte, u uri.URI) []byte { return append(dst, "no URI"...) }, DropWWW: true}, "no URI"},
	} {
		if got := string(test.k.AppendKey(nil, u)); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
	all := func(uri.Pair) bool { return true }
	for _, test := range []struct {
		k        Keyer
		in, want string
	}{
		// Without its final dot the host is an address, and 80 its default port.
		{Keyer{Normalize: uri.RFC2396.AppendNormalize}, "http://1.2.3.4.:80/", "http://1.2.3.4/"},
		{Keyer{Normalize: uri.RFC2396.AppendNormalize}, "http://a_b.:80/", "http://a_b:80/"},
		// Without its query the path is no longer the normal one.
		{Keyer{Normalize: uri.RFC1808.AppendNormalize, Drop: all}, "http://h?a", "http://h/"},
		{Keyer{Normalize: uri.RFC1808.AppendNormalize, DropEmptyQuery: true}, "http://h?", "http://h/"},
		{Keyer{Normalize: uri.RFC1808.AppendNormalize}, "http://h?a", "http://h?a"},
	} {
		if got := test.k.Key(uri.MustParse(test.in)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.in, got, test.want)
		}
	}
}
