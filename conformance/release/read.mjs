// Reads a suite: node read.mjs rfc3986.jsonl.gz
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

/** Yields each text, whether it is valid, and its parts or the place of its error. */
function* records(name) {
  const bytes = gunzipSync(readFileSync(name)), end = bytes.indexOf("\n") + 1;
  const first = JSON.parse(bytes.subarray(0, end)), rest = bytes.subarray(end);
  const lines = rest.toString("latin1").split("\n").slice(0, -1);
  if (lines.length !== first.texts || createHash("sha256").update(rest).digest("hex") !== first.sha256) {
    throw new Error(`${name} is not the suite of its first line`);
  }
  for (const line of lines) {
    const { hex, valid, ...parts } = JSON.parse(line);
    yield { text: Buffer.from(hex, "hex"), valid, parts };
  }
}

const paths = [...records(process.argv[2])].filter((r) => r.valid).map((r) => r.parts.path[1] - r.parts.path[0]);
console.log(paths.length, "valid texts,", paths.reduce((a, b) => a + b, 0), "octets of paths");
