package peers

import (
	"path/filepath"
	"testing"
)

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
	p := freePort(t)
	config(t, dir, "nginx.conf", nginxHead+`
	server {
		listen 127.0.0.1:%[2]s;
		set_real_ip_from 127.0.0.1;
		set_real_ip_from 10.0.0.0/8;
		real_ip_header X-Forwarded-For;
		real_ip_recursive on;
		location / { return 200 $remote_addr; }
	}
}
`, p)
	if s, ok := Start(t, "nginx realip", dir, p, []string{"nginx", "-v"}, "nginx", "-p", dir, "-e", "error.log", "-c", filepath.Join(dir, "nginx.conf"), "-g", "daemon off; master_process off;"); ok {
		all = append(all, s)
	}
	p = freePort(t)
	if s, ok := Start(t, "Express", dir, p, []string{"node", "-p", "require('express/package.json').version"}, "node", "client.js", p); ok {
		all = append(all, s)
	}
	p = freePort(t)
	if s, ok := Start(t, "werkzeug", dir, p, []string{"/usr/bin/python3", "-c", "import werkzeug, importlib.metadata as m; print(m.version('werkzeug'))"}, "/usr/bin/python3", "client.py", p); ok {
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
	config(t, dir, "nginx.conf", nginxHead+"%[2]s}\n", text)
	Start(t, "nginx", dir, p, []string{"nginx", "-v"}, "nginx", "-p", dir, "-e", "error.log", "-c", filepath.Join(dir, "nginx.conf"), "-g", "daemon off; master_process off;")
	return addrs
}

// WebDAV starts servers that accept PUT, DELETE, COPY and MOVE below dir. It reports those that are not
// installed.
func WebDAV(t testing.TB, dir string) (all []Server) {
	t.Helper()
	work := Tree(t, map[string]string{"lock": ""})
	p := freePort(t)
	config(t, work, "nginx.conf", nginxHead+`
	server {
		listen 127.0.0.1:%[2]s;
		root %[3]s;
		location / { dav_methods PUT DELETE MKCOL COPY MOVE; create_full_put_path on; }
	}
}
`, p, dir)
	if s, ok := Start(t, "nginx", work, p, []string{"nginx", "-v"}, "nginx", "-p", work, "-e", "error.log", "-c", filepath.Join(work, "nginx.conf"), "-g", "daemon off; master_process off; user root;"); ok {
		all = append(all, s)
	}
	p = freePort(t)
	config(t, work, "apache.conf", `
ServerRoot %[1]s
ServerName site.example
PidFile %[1]s/apache.pid
ErrorLog %[1]s/apache.log
Listen 127.0.0.1:%[2]s
User www-data
KeepAlive Off
LoadModule mpm_prefork_module /usr/lib/apache2/modules/mod_mpm_prefork.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule mime_module /usr/lib/apache2/modules/mod_mime.so
LoadModule dav_module /usr/lib/apache2/modules/mod_dav.so
LoadModule dav_fs_module /usr/lib/apache2/modules/mod_dav_fs.so
TypesConfig /dev/null
DocumentRoot %[3]s
DavLockDB %[1]s/locks
<Directory %[3]s>
	Dav On
</Directory>
`, p, dir)
	if s, ok := Start(t, "Apache", work, p, []string{"apache2", "-v"}, "apache2", "-X", "-f", filepath.Join(work, "apache.conf")); ok {
		all = append(all, s)
	}
	return all
}
