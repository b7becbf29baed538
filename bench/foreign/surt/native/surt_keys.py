# Writes the key that surt gives for each text: python3 surt_keys.py DIR <texts.
# A line is a text in hexadecimal digits. The last line of the answer is the
# time in nanoseconds.
import sys
import time
import types

sys.path.insert(0, sys.argv[1])
# Only the option public_suffix needs it, which is not the default.
sys.modules["tldextract"] = types.ModuleType("tldextract")
from surt import surt

total = 0
for line in sys.stdin:
    text = bytes.fromhex(line)
    start = time.perf_counter_ns()
    try:
        key = surt(text).hex()
    except Exception:
        key = "!"
    total += time.perf_counter_ns() - start
    print(key)
print(total)
