# Writes for each line of standard input, a text in hexadecimal, the host that a parser or client of
# Python finds in it: in hexadecimal, or "-" if it refuses the text. The argument names it. A client is
# stopped before it connects.
import sys


def urlsplit(text):
    from urllib.parse import urlsplit
    return urlsplit(text).hostname


def request(text):
    import http.client
    import urllib.request
    return http.client.HTTPConnection(urllib.request.Request(text).host).host


def tldextract(text):
    from tldextract import TLDExtract
    found = TLDExtract(suffix_list_urls=())(text)
    return ".".join(filter(None, (found.subdomain, found.domain, found.suffix)))


def url_normalize(text):
    from url_normalize import url_normalize
    return urlsplit(url_normalize(text))


program = {"py:urlsplit": urlsplit, "py:urllib.request": request, "py:tldextract": tldextract, "py:url_normalize": url_normalize}[sys.argv[1]]
for line in sys.stdin:
    try:
        print("=" + (program(bytes.fromhex(line).decode("utf-8", "surrogateescape")) or "").encode("utf-8", "surrogateescape").hex())
    except Exception:
        print("-")
