package guard_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"net/netip"
	"syscall"

	"example.com/uri"
	"example.com/uri/guard"
)

func ExampleAudit() {
	u := uri.MustParse("http://www.bank.example@0x7f.1:25/")
	for _, f := range guard.Audit(u) {
		fmt.Printf("%d %s, %v: %s (%s)\n", f.Offset, f.Code, f.Severity(), f.Message(), f.Reference())
	}
	// Output:
	// 7 userinfo-host, danger: the user name looks like the host (RFC 3986, 7.6)
	// 24 odd-ipv4, danger: other parsers read this host as an IPv4 address: 127.0.0.1 (RFC 3986, 7.4)
	// 24 special-address, warning: the address is not public: 127.0.0.1 (RFC 6890, 2.2)
	// 31 bad-port, danger: the port belongs to another service (Fetch, 2.9; RFC 1738, 6)
}

// Each kind of finding, how sure it means harm, and a URI that has it.
func ExampleCode() {
	for _, row := range []struct {
		code guard.Code
		text string
	}{
		{guard.CodeScriptScheme, "javascript:alert(1)"},
		{guard.CodeSchemeDot, "evil.example://good.example/"},
		{guard.CodeDriveScheme, "C:/Users/joe"},
		{guard.CodeMailtoQuery, "mailto:joe@example.com&subject=x"},
		{guard.CodeOpaqueHost, "sip:alice@example.com"},
		{guard.CodeSlashConfusion, "http:///evil.example/"},
		{guard.CodeEmptyHost, "http://"},
		{guard.CodeMissingHost, "http://:8080/"},
		{guard.CodeEmptyUserinfo, "http://@example.com/"},
		{guard.CodePassword, "ftp://user:password@example.com/"},
		{guard.CodeOption, "ssh://-oProxyCommand=x/repository"},
		{guard.CodeUserinfoHost, "http://www.bank.example@evil.example/"},
		{guard.CodeRegistryAuthority, "http://good.example,evil.example/"},
		{guard.CodeEscapedHost, "http://good.example%2F.evil.example/"},
		{guard.CodeOddIPv4, "http://0x08080808/"},
		{guard.CodeMappedAddress, "http://[::ffff:8.8.8.8]/"},
		{guard.CodeSpecialAddress, "http://169.254.169.254/"},
		{guard.CodeSpecialName, "http://localhost/"},
		{guard.CodeSchemeHost, "http://https//example.com/"},
		{guard.CodeDirectoryHost, "file://home/joe/a"},
		{guard.CodeDriveHost, "file://c:/a"},
		{guard.CodeTrailingDot, "http://example.com./"},
		{guard.CodePunycode, "http://xn--bcher-kva.example/"},
		{guard.CodeMixedScript, "http://www.xn--pple-43d.com/"},
		{guard.CodeBadPort, "http://example.com:25/"},
		{guard.CodeLowPort, "http://example.com:81/"},
		{guard.CodeEmptyPort, "http://example.com:/"},
		{guard.CodeFileServer, "file://user@example.com/a"},
		{guard.CodePortRange, "http://example.com:65536/"},
		{guard.CodeAuthorityEnd, "http://good.example#@evil.example/"},
		{guard.CodeUNCPath, "file:////server/share"},
		{guard.CodeEscapedSlash, "http://example.com/a%2Fb"},
		{guard.CodeEscapedBackslash, "http://example.com/a%5Cb"},
		{guard.CodeEscapedDot, "http://example.com/.%2e/a"},
		{guard.CodeEscapedDelimiter, "http://example.com/a%3Fb"},
		{guard.CodeDotParams, "http://example.com/..;/admin"},
		{guard.CodeDoubleEscape, "http://example.com/.%252e/a"},
		{guard.CodeOverlong, "http://example.com/..%C0%AF"},
		{guard.CodeEscapedLineBreak, "http://example.com/?a%0Ab"},
		{guard.CodeEscapedNull, "http://example.com/a.php%00.png"},
		{guard.CodeEscapedControl, "http://example.com/%1B"},
		{guard.CodeSmuggling, "gopher://example.com:70/1%0D%0ADATA"},
	} {
		for _, f := range guard.Audit(uri.MustParse(row.text)) {
			if f.Code == row.code {
				fmt.Printf("%-18v %-7v %s\n", f.Code, f.Severity(), row.text)
			}
		}
	}
	// Output:
	// script-scheme      warning javascript:alert(1)
	// scheme-dot         warning evil.example://good.example/
	// drive-scheme       hint    C:/Users/joe
	// mailto-query       hint    mailto:joe@example.com&subject=x
	// opaque-host        hint    sip:alice@example.com
	// slash-confusion    danger  http:///evil.example/
	// empty-host         warning http://
	// missing-host       danger  http://:8080/
	// empty-userinfo     hint    http://@example.com/
	// password           warning ftp://user:password@example.com/
	// option             danger  ssh://-oProxyCommand=x/repository
	// userinfo-host      danger  http://www.bank.example@evil.example/
	// registry-authority danger  http://good.example,evil.example/
	// escaped-host       warning http://good.example%2F.evil.example/
	// odd-ipv4           danger  http://0x08080808/
	// mapped-address     danger  http://[::ffff:8.8.8.8]/
	// special-address    warning http://169.254.169.254/
	// special-name       warning http://localhost/
	// scheme-host        hint    http://https//example.com/
	// directory-host     hint    file://home/joe/a
	// drive-host         warning file://c:/a
	// trailing-dot       warning http://example.com./
	// punycode           hint    http://xn--bcher-kva.example/
	// mixed-script       hint    http://www.xn--pple-43d.com/
	// bad-port           danger  http://example.com:25/
	// low-port           hint    http://example.com:81/
	// empty-port         hint    http://example.com:/
	// file-server        warning file://user@example.com/a
	// port-range         warning http://example.com:65536/
	// authority-end      warning http://good.example#@evil.example/
	// unc-path           warning file:////server/share
	// escaped-slash      warning http://example.com/a%2Fb
	// escaped-backslash  warning http://example.com/a%5Cb
	// escaped-dot        warning http://example.com/.%2e/a
	// escaped-delimiter  hint    http://example.com/a%3Fb
	// dot-params         danger  http://example.com/..;/admin
	// double-escape      warning http://example.com/.%252e/a
	// overlong           danger  http://example.com/..%C0%AF
	// line-break         danger  http://example.com/?a%0Ab
	// null               danger  http://example.com/a.php%00.png
	// control            warning http://example.com/%1B
	// smuggling          danger  gopher://example.com:70/1%0D%0ADATA
}

// A crawler passes over what looks like an attack, leaves what is doubtful for
// later, and tells of hints.
func ExampleSeverity() {
	for _, link := range []string{
		"http://example.com/",
		"http://xn--bcher-kva.example/",
		"http://user:password@example.com/",
		"http://www.bank.example@evil.example/",
	} {
		var worst guard.Severity // of no finding
		for _, f := range guard.Audit(uri.MustParse(link)) {
			worst = max(worst, f.Severity())
		}
		switch worst {
		case guard.SeverityDanger:
			fmt.Println("skip ", link)
		case guard.SeverityWarning:
			fmt.Println("later", link)
		case guard.SeverityHint:
			fmt.Println("log  ", link)
		default:
			fmt.Println("fetch", link)
		}
	}
	// Output:
	// fetch http://example.com/
	// log   http://xn--bcher-kva.example/
	// later http://user:password@example.com/
	// skip  http://www.bank.example@evil.example/
}

func ExampleLooseAddr() {
	u := uri.MustParse("http://0x7f.1/admin")
	_, strict := u.Addr()
	a, _ := guard.LooseAddr(u)
	fmt.Println(strict, a, guard.IsPublic(a))
	// Output: false 127.0.0.1 false
}

func ExampleAgreesWithNetURL() {
	fmt.Println(guard.AgreesWithNetURL(uri.MustParse("http://example.com:80/a?b")))
	fmt.Println(guard.AgreesWithNetURL(uri.MustParse("mailto:a@example.com?subject=x")))
	// Output:
	// <nil>
	// guard: agreement: query: it splits one off the opaque part (net/url)
}

func ExampleAgreesWithBrowsers() {
	for _, s := range []string{"HTTP://Example.com:80/a?b", "http:///evil.example/", "http://0x7f.1/", "http://h/a/../b", "//h:99999/"} {
		fmt.Println(guard.AgreesWithBrowsers(uri.MustParse(s)))
	}
	// Output:
	// <nil>
	// guard: agreement: host: it has another text (browsers)
	// guard: agreement: host: it has another text (browsers)
	// guard: agreement: path: it has another text (browsers)
	// guard: agreement: URI: it refuses the text (browsers)
}

// No request has a fragment, so what net/url does to one does no harm.
func ExampleError_agreement() {
	for _, s := range []string{"http://example.com/a#", "http://good.example@x@evil.example/"} {
		u := uri.MustParse(s)
		err := guard.AgreesWithNetURL(u)
		var e *guard.Error
		if errors.As(err, &e) && e.Part == "fragment" {
			u = u.WithoutFragment()
			err = guard.AgreesWithNetURL(u)
		}
		fmt.Println(u, err)
	}
	// Output:
	// http://example.com/a <nil>
	// http://good.example@x@evil.example/ guard: agreement: userinfo: it has one where there is none (net/url)
}

func ExampleParseTarget() {
	target, _ := guard.ParseTarget("GET", "//evil.example/")
	fmt.Println(target.Form(), target.URI().Path())
	u, _ := target.Effective("www.example.org", true)
	fmt.Println(u)
	_, err := guard.ParseTarget("CONNECT", "user@www.example.org:443")
	fmt.Println(err)
	// Output:
	// origin-form /.//evil.example/
	// https://www.example.org//evil.example/
	// guard: target: request-target: userinfo is not allowed at offset 0 (RFC 9112, 3.2.3)
}

// What a proxy does with each form.
func ExampleTargetForm() {
	for _, request := range []struct{ method, target string }{
		{"GET", "/where?q=now"},
		{"GET", "http://www.example.org/"},
		{"CONNECT", "[2001:db8::1]:443"},
		{"OPTIONS", "*"},
	} {
		t, err := guard.ParseTarget(request.method, request.target)
		if err != nil {
			fmt.Println("refuse:", err)
			continue
		}
		u, _ := t.Effective("www.example.org", true)
		address, _ := u.HostPort()
		fmt.Printf("%-14v %-7s %-23v ", t.Form(), request.method, t)
		switch t.Form() {
		case guard.FormOrigin:
			fmt.Println("serve", u.Path())
		case guard.FormAbsolute:
			fmt.Println("forward to", address)
		case guard.FormAuthority:
			fmt.Println("tunnel to", address)
		case guard.FormAsterisk:
			fmt.Println("tell of this server")
		}
	}
	// Output:
	// origin-form    GET     /where?q=now            serve /where
	// absolute-form  GET     http://www.example.org/ forward to www.example.org:80
	// authority-form CONNECT [2001:db8::1]:443       tunnel to [2001:db8::1]:443
	// asterisk-form  OPTIONS *                       tell of this server
}

func ExampleError_target() {
	_, err := guard.ParseTarget("GET", "http://user:password@www.example.org/")
	var e *guard.Error
	if errors.As(err, &e) {
		fmt.Printf("400 Bad Request: %s at octet %d, see %s\n", e.Reason, e.Offset, e.Reference)
	}
	// Output:
	// 400 Bad Request: userinfo is not allowed at octet 7, see RFC 9110, 4.2.4
}

// Names resolve to what they like and servers redirect: check the address that
// is dialled.
func ExampleIsPublic() {
	dialer := net.Dialer{Control: func(network, address string, _ syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		if !guard.IsPublic(to.Addr()) {
			return errors.New("not public")
		}
		return nil
	}}
	transport := &http.Transport{DialContext: dialer.DialContext}
	_, err := transport.DialContext(context.Background(), "tcp", "127.0.0.1:80")
	fmt.Println(err)
	// Output: dial tcp 127.0.0.1:80: not public
}

// To package net/http, and back.
func ExampleToURL() {
	v, err := guard.ToURL(uri.MustParse("http://example.com/a%2Fb?c"))
	if err != nil {
		log.Fatal(err)
	}
	request := http.Request{Method: "GET", URL: v}
	u, err := guard.FromURL(request.URL)
	fmt.Println(u, err)
	_, err = guard.ToURL(uri.MustParse("//h_x/?#"))
	fmt.Println(err)
	// Output:
	// http://example.com/a%2Fb?c <nil>
	// guard: agreement: fragment: it does not keep an empty one (net/url)
}
