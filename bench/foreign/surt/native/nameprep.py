# Writes internal/archive/nameprep.txt: the tables of RFC 3454 that RFC 3491 uses, and normal
# form KC, as Python's codec for IDNA has them. Run it in the folder bench:
#
#	python3 foreign/surt/native/nameprep.py >../internal/archive/nameprep.txt
#
# For characters that are in Unicode 3.2 the normal form is that of Unicode 3.2.
# Combining classes and compositions of newer ones are those of the Python that
# runs this, since its codec does not leave them out. The file was written by
# Python 3.11 (Unicode 14).
import stringprep
import sys
import unicodedata
from unicodedata import ucd_3_2_0 as unicode32

PROHIBITED = [getattr(stringprep, "in_table_" + t) for t in "c12 c22 c3 c4 c5 c6 c7 c8 c9".split()]
HANGUL = range(0xAC00, 0xD7A4)

out = []
characters = [chr(c) for c in range(0x110000) if not 0xD800 <= c < 0xE000]


def ranges(title, holds):
    """Writes the code points for which holds, as ranges."""
    runs = []
    for c in map(ord, filter(holds, characters)):
        if runs and runs[-1][1] == c - 1:
            runs[-1][1] = c
        else:
            runs.append([c, c])
    out.append("[%s]" % title)
    line = ""
    for first, last in runs:
        text = "%04X" % first if first == last else "%04X-%04X" % (first, last)
        if len(line) + len(text) > 90:
            out.append(line)
            line = ""
        line += " " + text if line else text
    out.append(line)


def mapped(c):
    """Returns what a character becomes before it is composed."""
    if stringprep.in_table_b1(c):
        return ""
    return unicode32.normalize("NFKD", stringprep.map_table_b2(c))


out.append("""# Nameprep (RFC 3491): the tables of RFC 3454, and normal form KC.
# bench/foreign/surt/native/nameprep.py wrote this file, and says more.
#
# map: what tables B.1 and B.2 and the compatibility decomposition make of
# characters that follow each other, after the first one's number, by tabs.
# Hangul syllables are left out.""")
out.append("[map]")
row, after = [], -1
for c in characters:
    if ord(c) in HANGUL or mapped(c) == c:
        continue
    if ord(c) != after:
        if row:
            out.append("\t".join(row))
        row = ["%04X" % ord(c)]
    row.append(mapped(c))
    after = ord(c) + 1
out.append("\t".join(row))

out.append("# class: the canonical combining class, and the characters that have it.")
out.append("[class]")
for n in range(1, 256):
    of = [c for c in characters if unicodedata.combining(c) == n]
    if of:
        out.append("%d\t%s" % (n, "\t".join(of)))

out.append("# compose: a character, and what it and a second one are together.")
out.append("[compose]")
pairs = {}
for c in characters:
    parts = unicodedata.decomposition(c).split()
    if len(parts) == 2 and not parts[0].startswith("<"):
        first, second = (chr(int(p, 16)) for p in parts)
        if unicode32.normalize("NFC", first + second) == c:
            pairs.setdefault(first, []).append(second + c)
for first, rest in sorted(pairs.items()):
    out.append("\t".join([first] + rest))

out.append("# Ranges. prohibited: tables C.1.2, C.2.2 and C.3 to C.9; right: D.1, left: D.2,")
out.append("# unassigned: A.1.")
ranges("prohibited", lambda c: any(in_table(c) for in_table in PROHIBITED))
ranges("right", stringprep.in_table_d1)
ranges("left", stringprep.in_table_d2)
ranges("unassigned", stringprep.in_table_a1)
sys.stdout.buffer.write(("\n".join(out) + "\n").encode())
