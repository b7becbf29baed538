package guard

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/uri"
	"example.com/uri/internal/punycode"
)

// TestAudit has for each finding a URI that it was made for, all findings of
// which are listed, and a near miss, in which it must stay quiet. The source of
// a finding is its Reference; where a row is an example out of it, it says so.
func TestAudit(t *testing.T) {
	var rows Code
	for _, tt := range []struct {
		code Code
		in   string
		want string // all findings, with "; " between them
		miss string
	}{
		{CodeScriptScheme, "javascript:alert(1)", "script-scheme@0 scheme", "x-javascript:alert(1)"},
		{CodeScriptScheme, "DATA:text/html,a", "script-scheme@0 scheme", "news:data"},
		{CodeSchemeDot, "evil.example://good.example/", "scheme-dot@4 scheme", "evil-example://good.example/"},
		{CodeSchemeDot, "com.example.app:/cb", "scheme-dot@3 scheme", "app:/com.example"},
		{CodeSchemeDot, "a.b:80", "scheme-dot@1 scheme; opaque-host@4 opaque part", "a+b:/80"},
		{CodeDriveScheme, "C:/x/y", "drive-scheme@0 scheme", "cd:/x/y"},
		{CodeDriveScheme, "z:/", "drive-scheme@0 scheme", "z://h/"},
		{CodeMailtoQuery, "mailto:joe@example.com&subject=x", "mailto-query@22 opaque part", "mailto:joe@example.com?a=b&subject=x"},
		{CodeMailtoQuery, "MAILTO:joe@h&cc=a@b", "mailto-query@12 opaque part", "mailto:joe&a=b@h"},
		{CodeOpaqueHost, "sip:alice@h:5060;transport=tcp", "opaque-host@4 opaque part", "mailto:alice@h"},
		{CodeOpaqueHost, "SIPS:%41", "opaque-host@5 opaque part", "urn:%41"},
		{CodeOpaqueHost, "sip:/a/b", "opaque-host@4 path", "x:/a/b"},
		{CodeOpaqueHost, "sip://h/", "opaque-host@6 authority", "x://h/"},
		{CodeOpaqueHost, "urn:isbn:1", "opaque-host@4 opaque part", "urn:;isbn:1"},
		{CodeOpaqueHost, "x:u@h?a", "opaque-host@2 opaque part", "x:u@?h"},
		{CodeOpaqueHost, "x:h?a", "opaque-host@2 opaque part", "x:?u@h"},
		{CodeOpaqueHost, "file:80/a", "opaque-host@5 opaque part", "file:80a"},
		{CodeOpaqueHost, "mailto:80", "opaque-host@7 opaque part", "mailto:800000"},
		{CodeOpaqueHost, "mailto:65535", "opaque-host@7 opaque part", "mailto:655350"},
		{CodeOpaqueHost, "redis:6379", "opaque-host@6 opaque part", "redis://"},
		{CodeOpaqueHost, "x-y://good.example/", "opaque-host@1 scheme", "xy://good.example/"},
		{CodeOpaqueHost, "git+ssh://h/a-b", "opaque-host@3 scheme", "x-y:/a"},
		{CodeOpaqueHost, "httP://h/", "opaque-host@3 scheme", "X://h/"}, // needle, superagent
		{CodeOpaqueHost, "WS://h/", "opaque-host@0 scheme", "ws://h/"},
		{CodeOpaqueHost, "a-b.c://h/", "scheme-dot@3 scheme; opaque-host@1 scheme", "a-b:/c"},
		{CodeSlashConfusion, "http:///evil.example/", "slash-confusion@7 authority", "file:///evil.example/"},
		{CodeSlashConfusion, "https:evil.example", "slash-confusion@6 authority", "mailto:evil.example"},
		{CodeSlashConfusion, "http:/evil.example/x", "slash-confusion@5 authority", "/evil.example/x"},
		{CodeSlashConfusion, "///evil.example", "slash-confusion@2 authority", "/.///evil.example"},
		{CodeSlashConfusion, "////evil.example/x", "slash-confusion@2 authority", "//h//evil.example/x"},
		{CodeSlashConfusion, "ftp:evil.example", "slash-confusion@4 authority", "ftp://evil.example"},
		{CodeSlashConfusion, "http:evil.example", "slash-confusion@5 authority", "http://evil.example"},
		{CodeSlashConfusion, "wss:evil.example", "slash-confusion@4 authority", "wss://evil.example"},
		{CodeSlashConfusion, "ws:evil.example", "slash-confusion@3 authority", "ws://evil.example"},
		{CodeSlashConfusion, "gopher:/127.0.0.1:6379/_x", "slash-confusion@7 authority", "gopher://8.8.8.8/_x"},
		{CodeSlashConfusion, "rtmp:/127.0.0.1:1935/x", "slash-confusion@5 authority", "rtmq:/127.0.0.1:1935/x"},
		{CodeSlashConfusion, "GOPHER:///127.0.0.1:6379/_x", "slash-confusion@9 authority", "gopher:////127.0.0.1:6379/_x"}, // curl: one to three
		{CodeSlashConfusion, "dict:/h:11211/stat", "slash-confusion@5 authority", "dict:h"},
		{CodeSlashConfusion, "tftp:///h/x", "slash-confusion@7 authority", "tftp:///"},
		{CodeSlashConfusion, "ldap:///h/o=x", "slash-confusion@7 authority", "ldap:///o=University%20of%20Michigan,c=US"}, // RFC 4516, 4
		{CodeSlashConfusion, "ldaps:/u=1@h/", "slash-confusion@6 authority", "ldap:///??sub?(cn=Babs%20Jensen)"},
		{CodeSlashConfusion, "smb:/h/x", "slash-confusion@4 authority", "x-smb:/h/x"},
		{CodeEmptyHost, "http://", "empty-host@7 authority", "http://h"},
		{CodeEmptyHost, "javascript:///a", "script-scheme@0 scheme; empty-host@13 authority", "javascript:/a"},
		{CodeEmptyHost, "//?q", "empty-host@2 authority", "file:///"},
		{CodeMissingHost, "http://:8080/", "missing-host@7 host", "http://h:8080/"},
		{CodeMissingHost, "http://u@:8080/", "missing-host@9 host", "http://u@h:8080/"},
		{CodeMissingHost, "http://@/", "missing-host@8 host", "http:///"},
		{CodeMissingHost, "//:", "missing-host@2 host", "//h:"},
		{CodeMissingHost, "http://u:p@:25/", "password@9 userinfo; missing-host@11 host; bad-port@12 port", "http://@h/"},
		{CodeEmptyUserinfo, "http://@h/", "empty-userinfo@7 userinfo", "http://u@h/"},
		{CodeEmptyUserinfo, "//@h", "empty-userinfo@2 userinfo", "//u@h"},
		{CodePassword, "ftp://u:p@h.example/", "password@8 userinfo", "ftp://u:@h.example/"},                                   // RFC 3986, 3.2.1: an empty one is none
		{CodeOption, "ssh://-oProxyCommand=x/p", "option@6 host; registry-authority@20 authority", "ssh://h/-oProxyCommand=x"}, // CVE-2017-1000117
		{CodeOption, "ssh://-lroot@h/p", "option@6 userinfo", "ssh://l-root@h/p"},
		{CodeOption, "http://-evil.example/", "option@7 host", "http://evil-.example/"},
		{CodeOption, "ssh://%2Dx@%2dh/", "option@6 userinfo; option@11 host; escaped-host@11 host", "ssh://%2Ex@h/"},
		{CodeOption, "ssh://-a@b@c/", "option@6 authority; registry-authority@6 authority", "ssh://u:-a@b/"},
		{CodeOption, "ssh://@-h/", "empty-userinfo@6 userinfo; option@7 host", "ssh://h:/"},
		{CodeUserinfoHost, "http://www.bank.example@evil.example/", "userinfo-host@7 userinfo", "http://bank@evil.example/"},
		{CodeUserinfoHost, "http://10.0.0.1:p@my-bank.example/", "userinfo-host@7 userinfo; password@16 userinfo", "http://$a.b@evil.example/"},
		{CodeUserinfoHost, "http://my_bank.example@evil.example/", "userinfo-host@7 userinfo", "http://my_bank@evil.example/"},
		{CodeUserinfoHost, "http://my-bank.example@evil.example/", "userinfo-host@7 userinfo", "http://10@evil.example/"},
		{CodeUserinfoHost, "ftp://cnn.example.com&story=breaking_news@10.0.0.1/top_story.htm", "userinfo-host@6 userinfo; special-address@42 host 10.0.0.1", "ftp://cnn&example.com=news@8.8.8.8/"}, // RFC 3986, 7.6
		{CodeUserinfoHost, "http://www%2Egoogle%2Ecom@evil.example/", "userinfo-host@7 userinfo", "http://www%2Dgoogle@evil.example/"},
		{CodeUserinfoHost, "http://localhost%5C@google.com/", "userinfo-host@7 userinfo", "http://CORP%5Cjoe@files.example/"},
		{CodeUserinfoHost, "http://localhost%5Cjoe@google.com/", "userinfo-host@7 userinfo", "http://localhosts%5Cjoe@google.com/"},
		{CodeUserinfoHost, "http://intra%2Fx@google.com/", "userinfo-host@7 userinfo", "ftp://joe%40mail.example@ftp.example/"},
		{CodeUserinfoHost, "http://%D0%B0.ru@evil.example/", "userinfo-host@7 userinfo", "http://..a..@evil.example/"},
		{CodeUserinfoHost, "http://intra%23@google.com/", "userinfo-host@7 userinfo", "http://intra%24@google.com/"},
		{CodeUserinfoHost, "http://intra%3F@google.com/", "userinfo-host@7 userinfo", "http://%3Fa.b@google.com/"},
		{CodeRegistryAuthority, "http://a@b@c/", "registry-authority@7 authority", "http://a@b/"},
		{CodeRegistryAuthority, "https://evil.example~.good.example/", "registry-authority@20 authority", "https://evil.example_.good.example/"},              // fast-url-parser
		{CodeRegistryAuthority, "http://xn--bcher-kv.example/", "registry-authority@7 authority; punycode@7 host", "http://xn--bcher-kva.example/"},           // Qt
		{CodeRegistryAuthority, "http://" + strings.Repeat("a.", 127) + "b/", "registry-authority@7 authority", "http://" + strings.Repeat("a.", 126) + "b/"}, // url.parse of node
		{CodeRegistryAuthority, "http://evil,good/", "registry-authority@11 authority", "http://evil_good/"},
		{CodeRegistryAuthority, "http://h:80:80/", "registry-authority@7 authority", "http://h:80/"},
		{CodeRegistryAuthority, "http://$%20xn--a./", "registry-authority@7 authority; escaped-host@8 host; trailing-dot@16 host", "http://h/$"},
		{CodeEscapedHost, "http://example%2Ecom/", "escaped-host@14 host", "http://example.com/%41"},
		{CodeEscapedHost, "http://a%2Fb/", "escaped-host@8 host", "http://a/b"}, // CVE-2022-27780
		{CodeOddIPv4, "http://127.1/", "odd-ipv4@7 host 127.0.0.1; special-address@7 host 127.0.0.1", "http://127.1.example/"},
		{CodeOddIPv4, "http://0x7f000001/", "odd-ipv4@7 host 127.0.0.1; special-address@7 host 127.0.0.1", "http://0x7g/"},
		{CodeOddIPv4, "http://2130706433/", "odd-ipv4@7 host 127.0.0.1; special-address@7 host 127.0.0.1", "http://2130706433a/"},
		{CodeOddIPv4, "http://0177.0.0.1/", "odd-ipv4@7 host 127.0.0.1; odd-ipv4@7 host 177.0.0.1; special-address@7 host 127.0.0.1", "http://177.0.0.1/"},
		{CodeOddIPv4, "http://010.8.8.8/", "odd-ipv4@7 host 8.8.8.8; odd-ipv4@7 host 10.8.8.8; special-address@7 host 10.8.8.8", "http://10.8.8.8/"},
		{CodeOddIPv4, "http://0%37.1./", "escaped-host@8 host; odd-ipv4@7 host 7.0.0.1; trailing-dot@13 host", "http://8.8.8.8/"},
		{CodeOddIPv4, "http://8.8.8.08/", "odd-ipv4@7 host 8.8.8.8", "http://8.8.8.8.example/"},
		{CodeOddIPv4, "http://10.0.0.0008/", "odd-ipv4@7 host 10.0.0.8; special-address@7 host 10.0.0.8", "http://10.0.0.8/"},
		{CodeOddIPv4, "http://8.8.8.01/", "odd-ipv4@7 host 8.8.8.1", "http://8.8.8.0/"},
		{CodeOddIPv4, "http://0x/", "odd-ipv4@7 host 0.0.0.0; special-address@7 host 0.0.0.0", "http://0xx/"},
		{CodeOddIPv4, "http://127.0x.0.1/", "odd-ipv4@7 host 127.0.0.1; special-address@7 host 127.0.0.1", "http://127.x.0.a/"},
		{CodeOddIPv4, "http://0xa.1/", "odd-ipv4@7 host 10.0.0.1; special-address@7 host 10.0.0.1", "http://0xa.1.a/"},
		{CodeOddIPv4, "http://012.0.0.1/", "odd-ipv4@7 host 10.0.0.1; odd-ipv4@7 host 12.0.0.1; special-address@7 host 10.0.0.1", "http://12.0.0.1/"},
		{CodeOddIPv4, "http://127.1%20x/", "escaped-host@12 host; odd-ipv4@7 host 127.0.0.1; special-address@7 host 127.0.0.1", "http://127.1%2Dx/"},
		{CodeOddIPv4, "http://7147006462/", "odd-ipv4@7 host 169.254.169.254; special-address@7 host 169.254.169.254", "http://7147006462a/"},
		{CodeOddIPv4, "http://256.1/", "odd-ipv4@7 host", "http://256.1.a/"},
		{CodeOddIPv4, "http://999.1.1.1/", "odd-ipv4@7 host", "http://99.1.1.1/"},
		{CodeOddIPv4, "http://%31.1.1.1/", "escaped-host@7 host; odd-ipv4@7 host 1.1.1.1", "http://1.1.1.1/"},
		{CodeMappedAddress, "http://[::ffff:8.8.8.8]/", "mapped-address@7 host 8.8.8.8", "http://[2001:4860::8888]/"},
		{CodeMappedAddress, "http://[::ffff:127.0.0.1]:1/", "mapped-address@7 host 127.0.0.1; special-address@7 host ::ffff:127.0.0.1; bad-port@26 port", "http://127.0.0.1/"},
		{CodeMappedAddress, "http://[::ffff:0:a9fe:a9fe]/", "mapped-address@7 host 169.254.169.254; special-address@7 host ::ffff:0:a9fe:a9fe", "http://[2600::a9fe:a9fe]/"},
		{CodeSpecialAddress, "http://168.63.129.16/", "special-address@7 host 168.63.129.16", "http://168.63.129.17/"},
		{CodeSpecialAddress, "http://169.254.169.254/", "special-address@7 host 169.254.169.254", "http://169.253.169.254/"},
		{CodeSpecialAddress, "http://[fe80::1]/", "special-address@7 host fe80::1", "http://[2600::1]/"},
		{CodeSpecialName, "http://localhost/", "special-name@7 host", "http://localhost.example/"},
		{CodeSpecialName, "http://u@a.LOCALHOST.:8080/", "special-name@9 host; trailing-dot@20 host", "http://notlocalhost/"},
		{CodeSpecialName, "http://metadata.google.internal/", "special-name@7 host", "http://internal.google/"},
		{CodeSpecialName, "//printer.local", "special-name@2 host", "//local.a/printer.local"},
		{CodeSpecialName, "http://home.arpa/", "special-name@7 host", "http://arpa/"},
		{CodeSpecialName, "http://ip6-localhost/", "special-name@7 host", "http://ip6-localhost.example/"},
		{CodeSpecialName, "http://ip%36-localhost/", "escaped-host@9 host; special-name@7 host", "http://ip%16-localhost/"},
		{CodeSpecialName, "http://ip6-loopback/", "special-name@7 host", "http://ip6-loopbacks/"},
		{CodeSpecialName, "http://localhost.localdomain/", "special-name@7 host", "http://a.localdomain/"},
		{CodeSpecialName, "http://localhost6.localdomain6./", "special-name@7 host; trailing-dot@30 host", "http://localhost7/"},
		{CodeSpecialName, "http://Metadata/computeMetadata/v1/", "special-name@7 host", "http://metadata.example/"},
		{CodeSpecialName, "http://api.default.svc/", "special-name@7 host", "http://svc.example/"},
		{CodeSpecialName, "http://api.default.svc.cluster.local/", "special-name@7 host", "http://cluster.locale/"},
		{CodeSpecialName, "http://%6Cocal%48ost%2E/", "escaped-host@7 host; special-name@7 host", "http://loc%61lhost.example/"},
		{CodeSchemeHost, "http://https//h/", "scheme-host@7 host", "http://https/h/"},
		{CodeSchemeHost, "http://HTTP//h/", "scheme-host@7 host", "http://h//http/"},
		{CodeSchemeHost, "http://https://h/", "scheme-host@7 host; empty-port@13 port", "http://httpd//h/"},
		{CodeDirectoryHost, "file://home/joe/x", "directory-host@7 host", "file:///home/joe/x"},
		{CodeDirectoryHost, "FILE://Users/joe", "directory-host@7 host", "http://home/joe/x"},
		{CodeDriveHost, "file://c:/x", "drive-host@7 host", "file://c/x"},
		{CodeDriveHost, "file://c:/a%00", "drive-host@7 host; null@11 path", "file://c%3A/a%00"},
		{CodeDriveHost, "FILE://Z:", "drive-host@7 host", "file:///z:"},
		{CodeDriveHost, "file://a:/", "drive-host@7 host", "file://1:/"},
		{CodeDriveHost, "file://z:/", "drive-host@7 host", "file://ab:/"},
		{CodeDriveHost, "file://A:/", "drive-host@7 host", "http://c:/x"},
		{CodeTrailingDot, "http://example.com./", "trailing-dot@18 host", "http://example.com/."},
		{CodePunycode, "http://xn--mnchen-3ya.example/", "punycode@7 host", "http://xn-mnchen.example/"},
		{CodePunycode, "http://XN--a.example./", "trailing-dot@20 host; punycode@7 host", "http://xn--.example/"},
		{CodeMixedScript, "http://www.xn--pple-43d.com/", "punycode@11 host; mixed-script@11 host", "http://xn--80ak6aa92e.com/"}, // Cyrillic "a" and Latin "pple"; all Cyrillic
		{CodeMixedScript, "http://%D0%B0pple.com/", "escaped-host@7 host; mixed-script@7 host", "http://apple.com/"},
		{CodeMixedScript, "http://xn--pple-43d.xn--pple-43d/", "punycode@7 host; mixed-script@7 host; punycode@20 host; mixed-script@20 host", "http://xn--80ak6aa92e.com/"},
		{CodeBadPort, "http://h:25/", "bad-port@9 port", "http://h:8025/"},
		{CodeBadPort, "http://h:0/", "bad-port@9 port", "http://h:/"},
		{CodeBadPort, "foo://h:0/", "bad-port@8 port", "foo://h:/"},
		{CodeBadPort, "http://h:21/", "bad-port@9 port", "ftp://h:21/"}, // the scheme's own is exempt
		{CodeBadPort, "gopher://h:119/", "bad-port@11 port", "nntp://h:119/g"},
		{CodeLowPort, "http://h:81/", "low-port@9 port", "http://h:1024/"},
		{CodeLowPort, "gopher://h:79/", "bad-port@11 port", "gopher://h:70/"},
		{CodeLowPort, "http://h:1023/", "low-port@9 port", "http://h:1025/"},
		{CodeEmptyPort, "//h:", "empty-port@4 port", "//:"},
		{CodeEmptyPort, "http://u@[2606::2]:/", "empty-port@19 port", "http://u@[2606::2]/"},
		{CodeFileServer, "file://u@h/a", "file-server@7 authority", "file://h/a"},
		{CodeFileServer, "FILE://h:445/a", "file-server@7 authority; low-port@9 port", "file:///h:445/a"},
		{CodeFileServer, "file://hh:/a", "file-server@7 authority; empty-port@10 port", "file://c:/a"},
		{CodePortRange, "http://h:65536/", "port-range@9 port", "http://h:65535/"},
		{CodePortRange, "http://h:99999999999999999999/", "port-range@9 port", "foo://h:/"},
		{CodeAuthorityEnd, "http://good.example#@evil.example/", "authority-end@19 fragment", "http://good.example/#@evil.example"},
		{CodeAuthorityEnd, "http://good.example?@evil.example/", "authority-end@19 query", "http://good.example?evil.example"},
		{CodeAuthorityEnd, "http://good.example:80/a@evil.example/", "authority-end@22 path", "http://good.example/a@evil.example/"}, // jsuri
		{CodeAuthorityEnd, "http://good.example:?a@evil.example/", "empty-port@20 port; authority-end@20 query", "http://u@good.example/?a@b"},
		{CodeAuthorityEnd, "//h?@", "authority-end@3 query", "?@"},
		{CodeUNCPath, "file:////server/share", "unc-path@7 path", "file:///server/share"}, // RFC 8089, E.3.2
		{CodeUNCPath, "file://///server/share", "unc-path@7 path", "file:///etc//passwd"}, // the same
		{CodeUNCPath, "FILE:/%5cserver/share", "unc-path@5 path; escaped-backslash@6 path", "file:/s%5cserver/share"},
		{CodeUNCPath, "file:///%2F%5Cs", "unc-path@7 path; escaped-slash@8 path; escaped-backslash@11 path", "file:////"},
		{CodeUNCPath, "file://h//s", "unc-path@8 path", "http://h//s"},
		{CodeEscapedSlash, "http://h/a%2fb", "escaped-slash@10 path", "http://h/?a%2fb"},
		{CodeEscapedSlash, "http://h/a%2fb?c#d", "escaped-slash@10 path", "http://h/a?%2fb#c"},
		{CodeEscapedBackslash, "http://h/a%5Cb", "escaped-backslash@10 path", "http://h/#a%5Cb"},
		{CodeEscapedDot, "http://h/%2e%2E/b", "escaped-dot@9 path; escaped-dot@12 path", "http://h/../b"},
		{CodeEscapedDot, "%2e%2E/b", "escaped-dot@0 path; escaped-dot@3 path", "?%2e%2E"},
		{CodeEscapedDelimiter, "/a%3fb%23c", "escaped-delimiter@2 path; escaped-delimiter@6 path", "/a?%3fb%23c"}, // CVE-2025-66490
		{CodeEscapedDelimiter, "http://h/%3F", "escaped-delimiter@9 path", "http://h/%3E#%3F%23"},
		{CodeDotParams, "/..;/admin", "dot-params@1 path", "/..x;/admin"},
		{CodeDotParams, "http://h/a/.;x=1", "dot-params@11 path", "http://h/a/.x;x=1"},
		{CodeDotParams, "http://h/%2e.;/", "dot-params@9 path; escaped-dot@9 path", "http://h/%2e./;"},
		{CodeDotParams, "..;", "dot-params@0 path", "...;/../;"},
		{CodeDotParams, "/a/..;/.;", "dot-params@3 path; dot-params@7 path", "http://h/?/..;/"},
		{CodeDoubleEscape, "http://h/%2541", "double-escape@9 path", "http://h/%25zz"},
		{CodeDoubleEscape, "%2509", "double-escape@0 path", "%4109"},
		{CodeDoubleEscape, "%25aF", "double-escape@0 path", "/%25:0"},
		{CodeDoubleEscape, "%25Af", "double-escape@0 path", "%25@0"},
		{CodeDoubleEscape, "%25%309", "double-escape@0 path", "%25%2f0"},
		{CodeDoubleEscape, "%25fa", "double-escape@0 path", "%25g0"},
		{CodeDoubleEscape, "http://h/%252e", "double-escape@9 path", "http://h/%25"},
		{CodeDoubleEscape, "http://h/.%25%32%65/", "double-escape@10 path", "http://h/.%25%32%2f/"}, // CVE-2021-42013, as a URI can hold it
		{CodeDoubleEscape, "http://h/%25%32e", "double-escape@9 path", "http://h/%25%32"},
		{CodeDoubleEscape, "http://h/%252%65", "double-escape@9 path", "http://h/%252%67"},
		{CodeDoubleEscape, "http://h/%252532", "double-escape@9 path", "http://h/%25%25zz"},
		{CodeOverlong, "/%c0%af", "overlong@1 path", "/%c0/%af"}, // CVE-2000-0884
		{CodeOverlong, "/%c0%ae%C1%9C", "overlong@1 path; overlong@7 path", "/%c2%80"},
		{CodeOverlong, "?%e0%80%af", "overlong@1 query", "?%e0%a0%80"},
		{CodeOverlong, "/%E0%9F%BF", "overlong@1 path", "/%e0%41"},
		{CodeOverlong, "/%f0%80%80%af", "overlong@1 path", "/%f0%90%80%80"},
		{CodeOverlong, "#%f0%8f%bf%bf", "overlong@1 fragment", "#%f1%80%80%80"},
		{CodeOverlong, "/%f8%80%80%80%af", "overlong@1 path", "/%f8%88%80%80%80"},
		{CodeOverlong, "/%fc%83%bf%bf%bf%bf", "overlong@1 path", "/%fc%84%80%80%80%80"},
		{CodeOverlong, "http://%c0%ae/", "escaped-host@7 host; overlong@7 host", "http://%c0%c0/"},
		{CodeEscapedLineBreak, "http://h/?a%0D%0Ab", "line-break@11 query; line-break@14 query", "http://h/?a%0Cb"},
		{CodeEscapedNull, "http://h/a%00.png", "null@10 path", "http://h/a%30.png"},
		{CodeEscapedNull, "http://%00/", "escaped-host@7 host; null@7 host", "http://%30/"},
		{CodeEscapedNull, "?%00", "null@1 query", "?%01"},
		{CodeEscapedNull, "#%00", "null@1 fragment", "#%10"},
		{CodeEscapedControl, "http://h/%1B%7F", "control@9 path; control@12 path", "http://h/%20%80"},
		{CodeEscapedControl, "http://h/%09", "control@9 path", "gopher://h/7s%09q"},
		{CodeEscapedControl, "gopher://h/7%1F", "control@12 path", "gopher://h/7%20"},
		{CodeSmuggling, "gopher://h/1a%0D%0AEHLO", "smuggling@13 path; line-break@13 path; line-break@16 path", "gopher://h/1a%41EHLO"},
		{CodeSmuggling, "ftp://h/a%0APORT", "smuggling@9 path; line-break@9 path", "ftp://h/aPORT"},
		{CodeSmuggling, "mailto:a@b?subject=x%0D%0ABcc:c@d", "smuggling@20 opaque part; line-break@20 opaque part; line-break@23 opaque part", "mailto:a@b?bcc=c@d"},
		{CodeSmuggling, "ftp://u%0Av@h/", "smuggling@7 userinfo; line-break@7 userinfo", "ftp://u@h/#%0A"},
	} {
		rows |= tt.code
		u := uri.MustParse(tt.in)
		var got []string
		for _, f := range Audit(u) {
			text := fmt.Sprintf("%v@%d %s", f.Code, f.Offset, f.Part)
			if f.Addr.IsValid() {
				text += " " + f.Addr.String()
			}
			got = append(got, text)
		}
		if got := strings.Join(got, "; "); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.in, got, tt.want)
		}
		for _, f := range Audit(uri.MustParse(tt.miss)) {
			if f.Code == tt.code {
				t.Errorf("%s: %v", tt.miss, f.Code)
			}
		}
	}
	if missing := (codeEnd - 1) &^ rows; missing != 0 {
		t.Errorf("no row has the code %v", codeNames(missing))
	}
}

// codeNames returns the names of several codes.
func codeNames(set Code) (all []string) {
	for c := Code(1); c < codeEnd; c <<= 1 {
		if set&c != 0 {
			all = append(all, c.String())
		}
	}
	return all
}

// TestKinds wants every code described, and said once at the most by name.
func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for c := Code(1); c < codeEnd; c <<= 1 {
		f := Finding{Code: c}
		if c.String() == "" || f.Reference() == "" || f.Message() == "" || seen[c.String()] {
			t.Errorf("code %#x: %q, %q, %q", uint64(c), c, f.Reference(), f.Message())
		}
		if s := f.Severity(); s < SeverityHint || s > SeverityDanger || s.String() == "" || s.String() == "invalid" {
			t.Errorf("%v: severity %d %q", c, s, s)
		}
		seen[c.String()] = true
	}
	if none := (Finding{}).Severity(); none >= SeverityHint || none.String() != "" {
		t.Errorf("no finding: severity %d %q", none, none)
	}
	if got := (SeverityDanger + 1).String(); got != "invalid" {
		t.Errorf("no severity: %q", got)
	}
	if got := (CodePassword | CodeBadPort).String(); got != "" {
		t.Errorf("two codes: %q", got)
	}
}

// TestAuditAllocations checks that a URI without findings costs no allocation, and one with findings only
// those of the slice.
func TestAuditAllocations(t *testing.T) {
	for s, most := range map[string]float64{
		"http://example.com/a/b?c#d": 0, "http://www.example.com:8080/%7Ea?b=%20": 0, "http://u.example:p@127.1:25/%2e%0d%25%32%65": 4, "http://%31%32%37.1/": 4, "http://010.08.1.1/": 2, "http://www%2Ea:p@%6Cocalhost/..;/": 6, // 5 without the race detector since Go 1.26
		"gopher:/h": 1, "file://c:/": 1, "http://:8080/": 1, "http://xn--pple-43d.com/": 2, "http://[::1]/": 1,
	} {
		u := uri.MustParse(s)
		if got := testing.AllocsPerRun(100, func() { Audit(u) }); got > most {
			t.Errorf("%s: %v allocations", s, got)
		}
	}
}

// TestMixedScripts decodes the examples of RFC 3492, 7.1 and others.
func TestMixedScripts(t *testing.T) {
	for _, tt := range []struct {
		label, decoded string
		mixed          bool
	}{
		{"egbpdaj6bu4bxfgehfvwxn", "\u0644\u064a\u0647\u0645\u0627\u0628\u062a\u0643\u0644\u0645\u0648\u0634\u0639\u0631\u0628\u064a\u061f", false},
		{"ihqwcrb4cv8a8dqg056pqjye", "\u4ed6\u4eec\u4e3a\u4ec0\u4e48\u4e0d\u8bf4\u4e2d\u6587", false},
		{"Proprostnemluvesky-uyb24dma41a", "Pro\u010dprost\u011bnemluv\u00ed\u010desky", false},
		{"3B-ww4c5e180e575a65lsy2b", "3\u5e74B\u7d44\u91d1\u516b\u5148\u751f", false},
		{"mnchen-3ya", "m\u00fcnchen", false},
		{"pple-43d", "\u0430pple", true},
		{"80ak6aa92e", "\u0430\u0440\u0440\u04cf\u0435", false},
		{"PPLE-43D", "\u0430PPLE", true},
		{"0za", "\u0405", false},
		{"9ZA", "\u040e", false},
		{"a", "\u0080", false},
		{"a-7sb", "\u0430a", true},
		{"vckucxgb", "\u30b5\u30fc\u30d0\u30fc", false}, // "ー" is in every script
		{"hawaii-mjd", "hawai\u02bbi", false},
		{"abc-d91s78t", "abc\uf954\uff21", false},
		{"dn32g", "\U0010ffff", false},
		{strings.Repeat("a", 58) + "-lq9b", "\u0430" + strings.Repeat("a", 58), true},
	} {
		got, ok := punycode.AppendDecoded(nil, tt.label)
		if string(got) != tt.decoded || !ok || mixesScripts("xn--"+tt.label) != tt.mixed {
			t.Errorf("%s: %q, %v, mixed %v", tt.label, string(got), ok, mixesScripts("xn--"+tt.label))
		}
	}
	for _, bad := range []string{
		"!", "a-!", "99999999999", "a-99999999999", "pple-4", "pple-43d!", "en32g", "-43d", // RFC 3492, 3.1: no "-" without what stands before it
		"!a", "/a", ":a", "@a", "[a", "`a", "{a", strings.Repeat("a", 64), strings.Repeat("a", 59) + "-ki0c",
	} {
		if got, ok := punycode.AppendDecoded(nil, bad); ok || mixesScripts("xn--"+bad) {
			t.Errorf("%s: %q", bad, string(got))
		}
	}
	const cyrillicA, hiraganaA = "%D0%B0", "%E3%81%82"
	for label, want := range map[string]bool{
		cyrillicA + "%CE%B1":                  true, // Greek
		cyrillicA + hiraganaA:                 true,
		cyrillicA + cyrillicA:                 false,
		cyrillicA + "a":                       true,
		"%41" + cyrillicA:                     true,
		"a" + hiraganaA:                       false,
		"1-" + cyrillicA:                      false,
		"a%CC%81":                             false, // a combining mark has the script of its letter
		cyrillicA + "%CC%81":                  false,
		"a%FF" + cyrillicA:                    false, // no UTF-8
		"a%EF%BF%BD" + cyrillicA:              false, // the character that stands for such
		strings.Repeat("%41", 61) + cyrillicA: true,
		strings.Repeat("%41", 62) + cyrillicA: false,
		strings.Repeat("a", 62) + cyrillicA:   true,
		strings.Repeat("a", 63) + cyrillicA:   false,
	} {
		if got := mixesScripts(label); got != want {
			t.Errorf("%s: mixed %v", label, got)
		}
	}
}

// FuzzAudit: an audit ends, its offsets lie in the text and in order of
// components, and no message holds a password.
func FuzzAudit(f *testing.F) {
	for _, s := range []string{"http://u:SECRET@127.1:25/%2e%2F%00?%0d#%25", "mailto:a%0D@b", "//a@b@c", "http://xn--pple-43d.com./", "javascript:x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		u, err := uri.Parse(s)
		if err != nil {
			return
		}
		for _, f := range Audit(u) {
			if f.Offset < 0 || f.Offset > len(s) || f.Part == uri.PartNone || f.Message() == "" || f.Reference() == "" {
				t.Errorf("%q: %+v", s, f)
			}
			if f.Code&(CodeEscapedLineBreak|CodeEscapedNull|CodeEscapedControl|CodeDoubleEscape|CodeEscapedSlash|CodeEscapedDot|CodeEscapedBackslash|CodeEscapedDelimiter|CodeOverlong) != 0 && s[f.Offset] != '%' {
				t.Errorf("%q: %v at %d is no escape", s, f.Code, f.Offset)
			}
		}
	})
}

// realURLs returns lists of URLs as they are in use, by their files: the small one in
// testdata, and those in the folder that the environment variable URI_CORPUS names.
func realURLs(t *testing.T) map[string][]string {
	t.Helper()
	files := []string{"testdata/clean.txt"}
	if dir := os.Getenv("URI_CORPUS"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "*.txt"))
		if err != nil || len(more) == 0 {
			t.Fatalf("no lists in %s: %v", dir, err)
		}
		files = append(files, more...)
	}
	lists := map[string][]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lists[file] = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	return lists
}

// TestCleanLists wants few findings in realURLs: for no kind above a hint more than one
// line of a hundred.
func TestCleanLists(t *testing.T) {
	for name, urls := range realURLs(t) {
		lines, found := 0, map[Code]int{}
		for _, s := range urls {
			u, err := uri.Parse(s)
			if err != nil {
				continue
			}
			lines++
			var seen Code
			for _, f := range Audit(u) {
				if f.Severity() > SeverityHint || f.Code&mistakes != 0 {
					seen |= f.Code
				}
			}
			for c := Code(1); c < codeEnd; c <<= 1 {
				if seen&c != 0 {
					found[c]++
				}
			}
		}
		if lines == 0 {
			t.Errorf("%s: no line parses", name)
		}
		for c, n := range found {
			t.Logf("%s: %v on %d of %d lines", filepath.Base(name), c, n, lines)
			if n*100 > lines || c&mistakes != 0 && n*10_000 > lines {
				t.Errorf("%s: %v on more than one line of a hundred, or of ten thousand", filepath.Base(name), c)
			}
		}
	}
}

// mistakes are the findings about mistakes of people who typed or pasted a URI.
const mistakes = CodeDriveScheme | CodeMailtoQuery | CodeSchemeHost | CodeDirectoryHost

// references has the sources of the findings, as the standards and the advisories were
// read when the findings were written.
var references = map[Code]string{
	CodeScriptScheme:      "RFC 3986, 7.6",
	CodeSchemeDot:         "RFC 3986, 3.1; urllib3, parse_url",
	CodeDriveScheme:       "RFC 8089, E.2",
	CodeMailtoQuery:       "RFC 6068, 2",
	CodeSchemeHost:        "RFC 3986, 3.2.2",
	CodeDirectoryHost:     "RFC 8089, 2; FHS 3.0, 3.2",
	CodeOpaqueHost:        "RFC 2396, 3; RFC 3261, 19.1.1; Node.js, url.parse; npm, url-parse-lax",
	CodeSlashConfusion:    "WHATWG URL, 4.4; curl, URL syntax",
	CodeMissingHost:       "RFC 9110, 4.2.1",
	CodeEmptyHost:         "RFC 9110, 4.2.1",
	CodeEmptyUserinfo:     "RFC 3986, 3.2.1; Perl, Mojo::URL",
	CodePassword:          "RFC 3986, 3.2.1",
	CodeOption:            "CVE-2017-1000117; CVE-2018-17456",
	CodeUserinfoHost:      "RFC 3986, 7.6",
	CodeRegistryAuthority: "RFC 3986, 7.6",
	CodeEscapedHost:       "CVE-2022-27780",
	CodeOddIPv4:           "RFC 3986, 7.4",
	CodeMappedAddress:     "RFC 4291, 2.5.5; CVE-2024-24790",
	CodeSpecialAddress:    "RFC 6890, 2.2",
	CodeSpecialName:       "RFC 6761",
	CodeDriveHost:         "WHATWG URL, 4.4 (file host state)",
	CodeTrailingDot:       "RFC 3986, 3.2.2; CVE-2022-30115",
	CodePunycode:          "RFC 5890, 2.3.2.1",
	CodeMixedScript:       "UTS 39, 5.1",
	CodeBadPort:           "Fetch, 2.9; RFC 1738, 6",
	CodeLowPort:           "RFC 3986, 7.2",
	CodeEmptyPort:         "RFC 3986, 3.2.3; Perl, URI",
	CodeFileServer:        "RFC 8089, 2; Perl, URI",
	CodePortRange:         "RFC 9293, 3.1",
	CodeAuthorityEnd:      "RFC 3986, 7.6; CVE-2016-8624",
	CodeUNCPath:           "RFC 8089, E.3.2",
	CodeEscapedSlash:      "RFC 3986, 7.3",
	CodeEscapedBackslash:  "RFC 3986, 7.3",
	CodeEscapedDot:        "RFC 3986, 6.2.2.2; CVE-2021-41773",
	CodeEscapedDelimiter:  "RFC 3986, 7.3; CVE-2025-66490",
	CodeDotParams:         "RFC 2396, 3.3; CVE-2020-5902",
	CodeDoubleEscape:      "RFC 3986, 2.4; CVE-2021-42013",
	CodeOverlong:          "RFC 3629, 10; CVE-2000-0884; CVE-2008-2938",
	CodeEscapedLineBreak:  "RFC 1738, 6; CVE-2012-0036",
	CodeEscapedNull:       "RFC 3986, 7.3",
	CodeEscapedControl:    "RFC 3986, 7.3",
	CodeSmuggling:         "RFC 1738, 6; RFC 6068, 7",
}

// TestReferences compares the source of each finding with the list.
func TestReferences(t *testing.T) {
	for code := Code(1); code < codeEnd; code <<= 1 {
		if got := (Finding{Code: code}).Reference(); got != references[code] || got == "" {
			t.Errorf("%s: %q, want %q", code, got, references[code])
		}
	}
}
