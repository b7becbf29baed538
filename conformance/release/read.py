"""Reads a suite: python3 read.py rfc3986.jsonl.gz."""
import gzip
import hashlib
import json
import sys


def records(name):
    """Yields each text, whether it is valid, and its parts or the place of its error."""
    digest, texts = hashlib.sha256(), 0
    with gzip.open(name) as file:
        first = json.loads(next(file))
        for line in file:
            digest.update(line)
            texts += 1
            record = json.loads(line)
            yield bytes.fromhex(record.pop("hex")), record.pop("valid"), record
    if (texts, digest.hexdigest()) != (first["texts"], first["sha256"]):
        sys.exit(f"{name} is not the suite of its first line")


paths = [end - start for text, valid, parts in records(sys.argv[1]) if valid for start, end in [parts["path"]]]
print(len(paths), "valid texts,", sum(paths), "octets of paths")
