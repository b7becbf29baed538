package peers

import "testing"

// clients are programs that answer with the address of the client by X-Forwarded-For, for the trusted
// proxies 127.0.0.1 and 10.0.0.0/8. werkzeug is told in the query how many hops to trust.
const (
	expressClient = `
const app = require("express")()
app.set("trust proxy", ["127.0.0.1", "10.0.0.0/8"])
app.use((req, res) => res.end(req.ip))
app.listen(process.argv[2], "127.0.0.1")
`
	werkzeugClient = `
import sys
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.serving import run_simple

def address(environ, start):
    start("200 OK", [("Content-Type", "text/plain")])
    return [environ["REMOTE_ADDR"].encode()]

def app(environ, start):
    return ProxyFix(address, x_for=int(environ["QUERY_STRING"]))(environ, start)

run_simple("127.0.0.1", int(sys.argv[1]), app, threaded=True)
`
)

// Clients starts programs that answer with the address of the client. It reports those that are not
// installed.
func Clients(t testing.TB) (all []Server) {
	t.Helper()
	dir := Tree(t, map[string]string{"client.js": expressClient, "client.py": werkzeugClient})
	if s, ok := nginx(t, "nginx realip", dir, freePort(t), "", `
	server {
		listen 127.0.0.1:%[2]s;
		set_real_ip_from 127.0.0.1;
		set_real_ip_from 10.0.0.0/8;
		real_ip_header X-Forwarded-For;
		real_ip_recursive on;
		location / { return 200 $remote_addr; }
	}
`); ok {
		all = append(all, s)
	}
	p := freePort(t)
	if s, ok := Start(t, "Express", dir, p, expressVersion, "node", "client.js", p); ok {
		all = append(all, s)
	}
	p = freePort(t)
	if s, ok := Start(t, "werkzeug", dir, p, werkzeugVersion, python, "client.py", p); ok {
		all = append(all, s)
	}
	return all
}

// Balancers starts an nginx in front of each server, which adds the address of its peer to
// X-Forwarded-For.
func Balancers(t testing.TB, servers []Server) (addrs []string) {
	t.Helper()
	dir, text, p := t.TempDir(), "", ""
	for _, s := range servers {
		p = freePort(t)
		text += "\tserver { listen 127.0.0.1:" + p + "; location / { proxy_set_header Host site.example; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for; proxy_pass http://" + s.Addr + "; } }\n"
		addrs = append(addrs, "127.0.0.1:"+p)
	}
	nginx(t, "nginx", dir, p, "", "%[3]s", text)
	return addrs
}

// WebDAV starts servers that accept PUT, DELETE, COPY and MOVE below dir. It reports those that are not
// installed.
func WebDAV(t testing.TB, dir string) (all []Server) {
	t.Helper()
	work := Tree(t, map[string]string{"lock": ""})
	if s, ok := nginx(t, "nginx", work, freePort(t), " user root;", `
	server {
		listen 127.0.0.1:%[2]s;
		root %[3]s;
		location / { dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on; }
	}
`, dir); ok {
		all = append(all, s)
	}
	if s, ok := apache(t, "Apache", work, `
LoadModule dav_module /usr/lib/apache2/modules/mod_dav.so
LoadModule dav_fs_module /usr/lib/apache2/modules/mod_dav_fs.so
DocumentRoot %[3]s
DavLockDB %[1]s/locks
<Directory %[3]s>
	Dav On
</Directory>
`, dir); ok {
		all = append(all, s)
	}
	return all
}
