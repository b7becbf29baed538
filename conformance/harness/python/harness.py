"""The harness of a Python package, rfc3986, uritools, hyperlink, yarl or furl: harness.py PACKAGE."""
import re
import sys
from importlib.metadata import version

package = sys.argv[1]
names = ["scheme", "authority", "path", "query", "fragment"]


def split(text):
    """Returns the five parts, or None if the package refuses the text or tells no parts."""
    if package == "uritools":
        import uritools
        u = uritools.urisplit(text)
        u.gethost(), u.getport(), u.getpath(), u.getquery(), u.getfragment()  # these may refuse
        return tuple(u)
    if package == "hyperlink":
        import hyperlink
        return hyperlink.parse(text) and ()
    if package == "yarl":
        import yarl
        return yarl.URL(text) is not None and ()
    if package == "furl":
        import furl
        return furl.furl(text) is not None and ()
    import rfc3986
    from rfc3986 import validators
    u = rfc3986.uri_reference(text, "iso-8859-1")
    validators.Validator().check_validity_of("scheme", "userinfo", "host", "port", "path", "query", "fragment").validate(u)
    return tuple(u) if u.unsplit() == text else None  # it escapes what cannot be there


reported = names if package in ("uritools", "rfc3986") else []
print('{"parser":"Python %s","version":"%s","parts":[%s]}' % (package, version(package), ",".join('"%s"' % name for name in reported)), flush=True)
for line in sys.stdin:
    number, digits = re.match(r'\{"id":(\d+),"hex":"([0-9a-f]*)"', line).groups()
    text = bytes.fromhex(digits).decode("iso-8859-1")
    answer, end = "", len(text)
    try:
        parts = dict(zip(names, split(text)))
        if not reported:
            print('{"id":%s,"valid":true}' % number, flush=True)
            continue
        for name, delimiter in ("fragment", 1), ("query", 1), ("path", 0), ("authority", 2):
            value = parts[name] if name != "path" else parts[name] or ""
            if value is not None:
                answer += ',"%s":[%d,%d]' % (name, end - len(value), end)
                end -= len(value) + delimiter
        if parts["scheme"] is not None:
            answer += ',"scheme":[0,%d]' % len(parts["scheme"])
        print('{"id":%s,"valid":true%s}' % (number, answer), flush=True)
    except Exception:  # each package has errors of its own, and some are those of Python
        print('{"id":%s,"valid":false}' % number, flush=True)
