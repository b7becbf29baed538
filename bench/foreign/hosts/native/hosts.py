# Writes for each line of standard input the host that a parser of Python finds in it:
# in hexadecimal, or "-" if it refuses the line. The argument names the parser.
import sys

if sys.argv[1] == "urllib":
    from urllib.parse import urlsplit

    def host(line):
        u = urlsplit(line)
        u.port  # raises an error for one that is no number
        return u.hostname
else:
    from urllib3.util import parse_url

    def host(line):
        return parse_url(line).host

if sys.argv[2:] == ["version"]:
    import urllib3
    print(sys.version.split()[0] if sys.argv[1] == "urllib" else urllib3.__version__)
    sys.exit()
for line in sys.stdin:
    try:
        print("=" + (host(line.rstrip("\n")) or "").encode("utf-8", "surrogateescape").hex())
    except Exception:
        print("-")
