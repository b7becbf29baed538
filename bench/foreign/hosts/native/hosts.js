// Writes for each line of standard input the host that a parser of Node.js finds in it:
// in hexadecimal, or "-" if it refuses the line. The argument names the parser.
const legacy = require("url");
const parser = process.argv[2];
if (process.argv[3] === "version") {
	console.log(process.version);
} else {
	process.noDeprecation = true;
	const out = [];
	for (const line of require("fs").readFileSync(0, "latin1").split("\n").slice(0, -1)) {
		try {
			const host = parser === "URL" ? new URL(line).hostname : legacy.parse(line, false, true).hostname;
			out.push("=" + Buffer.from(host ?? "").toString("hex"));
		} catch {
			out.push("-");
		}
	}
	process.stdout.write(out.join("\n") + "\n");
}
