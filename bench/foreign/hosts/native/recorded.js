// Writes for each line of standard input, a text in hexadecimal, the host that a parser or client
// of Node.js finds in it: in hexadecimal, or "-" if it refuses the text. The argument names it. A
// client is asked to send a request, and stopped before it connects.
const http = require("http"), https = require("https"), legacy = require("url");
process.noDeprecation = true;

let asked; // the host to which a client would connect
http.Agent.prototype.addRequest = (request, options) => {
	asked = options.socketPath ? "localhost" : options.host;
	request.on("error", () => {});
};
const send = start => text => {
	asked = undefined;
	start(text);
	return asked;
};
const pick = s => s.startsWith("https:") ? https : http;
const programs = {
	"node:new_URL": text => new URL(text, "ftp://good.example/").hostname,
	"node:url.parse": text => legacy.parse(text, false, true).hostname,
	"node:http.request(string)": send(text => pick(text).request(text)),
	"node:http.request(url.parse)": send(text => http.request(legacy.parse(text))),
	"node:engine.io-client": text => new (require("engine.io-client").Socket)(text, {transports: []}).on("error", () => {}).hostname,
	"node:needle": send(text => require("needle").get(text, () => {})),
	"node:parse-uri": text => require("parse-uri")(text).host,
	"node:superagent": send(text => require("superagent").get(text).end(() => {})),
	"node:uri-js": text => require("uri-js").parse(text).host,
	"node:urijs": text => require("urijs")(text).hostname(),
};
const program = programs[process.argv[2]];
const out = [];
for (const line of require("fs").readFileSync(0, "latin1").split("\n").slice(0, -1)) {
	try {
		const host = program(Buffer.from(line, "hex").toString());
		out.push(host === undefined ? "-" : "=" + Buffer.from(host ?? "").toString("hex"));
	} catch {
		out.push("-");
	}
}
process.stdout.write(out.join("\n") + "\n", () => process.exit());
