package peers

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"example.com/uri/internal/peer"
)

// A Server is a running program for a test.
type Server struct {
	Name, Version, Addr string
	// CGI is set if an application sees a header field as a variable of CGI (RFC 3875,
	// 4.1.18), not by its name.
	CGI bool
}

// app is a program for WSGI, as gunicorn and werkzeug serve it.
const app = `
def app(environ, start):
    start("200 OK", [("Content-Type", "text/plain")])
    path = environ["PATH_INFO"] + "/"
    if path.startswith("/admin/"):
        return [b"secret"]
    return ["".join(f"{k}={v}\n" for k, v in environ.items() if isinstance(v, str)).encode("utf-8", "replace")]

async def asgi(scope, receive, send):
    if scope["type"] != "http":
        return
    body = b"secret" if (scope["path"] + "/").startswith("/admin/") else b"".join(k + b"=" + v + b"\n" for k, v in scope["headers"])
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": body})
`

// script is the same for node and for Express.
const script = `
const echo = (req, res) => { for (const [k, v] of Object.entries(req.headers)) res.write(k + "=" + v + "\n"); res.end() }
if (process.argv[2] === "node")
	require("http").createServer((req, res) => {
		let path = ""
		try { path = new URL(req.url, "http://h").pathname + "/" } catch {}
		path.startsWith("/admin/") ? res.end("secret") : echo(req, res)
	}).listen(process.argv[3], "127.0.0.1")
else {
	const app = require("express")()
	app.use("/admin", (req, res) => res.end("secret"))
	app.use(echo)
	app.listen(process.argv[3], "127.0.0.1")
}
`

// tomcat and jetty are the same for two servers of servlets.
const (
	tomcat = `
public class Tomcat {
	public static void main(String[] args) throws Exception {
		var server = new org.apache.catalina.startup.Tomcat();
		server.setBaseDir("tomcat");
		server.setPort(Integer.parseInt(args[0]));
		var context = server.addContext("", null);
		org.apache.catalina.startup.Tomcat.addServlet(context, "admin", new Servlet(true));
		org.apache.catalina.startup.Tomcat.addServlet(context, "echo", new Servlet(false));
		context.addServletMappingDecoded("/admin/*", "admin");
		context.addServletMappingDecoded("/", "echo");
		server.getConnector().setProperty("address", "127.0.0.1");
		server.start();
	}
}` + servlet
	jetty = `
import org.eclipse.jetty.servlet.*;
public class Jetty {
	public static void main(String[] args) throws Exception {
		var server = new org.eclipse.jetty.server.Server(new java.net.InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])));
		var context = new ServletContextHandler();
		context.addServlet(new ServletHolder(new Servlet(true)), "/admin/*");
		context.addServlet(new ServletHolder(new Servlet(false)), "/");
		server.setHandler(context);
		server.start();
	}
}` + servlet
	// servlet has the package of its API left out.
	servlet = `
class Servlet extends API.http.HttpServlet {
	final boolean admin;
	Servlet(boolean admin) { this.admin = admin; }
	protected void doGet(API.http.HttpServletRequest r, API.http.HttpServletResponse w) throws java.io.IOException {
		if (admin)
			w.getWriter().print("secret");
		else
			for (var name : java.util.Collections.list(r.getHeaderNames()))
				for (var value : java.util.Collections.list(r.getHeaders(name)))
					w.getWriter().println(name + "=" + value);
	}
}`
)

// Backends starts servers. Each answers "secret" to requests for /admin and paths below it, by its
// own interpretation of paths, and answers /echo with a line for each received
// field. It reports the servers that are not installed.
func Backends(t testing.TB) (all []Server) {
	t.Helper()
	dir := Tree(t, map[string]string{
		"admin/index.html": "secret", "php/admin/index.html": "secret", "app.py": app, "app.js": script,
		"Tomcat.java":   strings.ReplaceAll(tomcat, "API", "jakarta.servlet"),
		"Jetty.java":    strings.ReplaceAll(jetty, "API", "javax.servlet"),
		"echo":          "#!/bin/sh\nprintf 'Content-Type: text/plain\\r\\n\\r\\n'\nexec env\n",
		"php/index.php": "<?php header('Content-Type: text/plain'); foreach ($_SERVER as $k => $v) if (is_string($v)) echo \"$k=$v\\n\";\n",
	})
	if err := os.Chmod(filepath.Join(dir, "echo"), 0o755); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/admin/", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "secret") })
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		for name, values := range r.Header {
			fmt.Fprintf(w, "%s=%s\n", name, strings.Join(values, ","))
		}
	})
	all = append(all, HTTP(t, "net/http", mux))
	for _, b := range backends {
		port := freePort(t)
		withPort := func(words []string) (all []string) {
			for _, word := range words {
				all = append(all, strings.ReplaceAll(word, "$PORT", port))
			}
			return all
		}
		if s, ok := Start(t, b.name, dir, port, b.version, withPort(b.command)...); ok {
			s.CGI = b.cgi
			all = append(all, s)
		}
	}
	addCGI := func(s Server, ok bool) {
		if ok {
			s.CGI = true
			all = append(all, s)
		}
	}
	port := freePort(t)
	config(t, dir, "lighttpd.conf", lighttpd, port)
	addCGI(Start(t, "lighttpd, CGI", dir, port, []string{"lighttpd", "-v"}, "lighttpd", "-D", "-f", "lighttpd.conf"))
	addCGI(apache(t, "Apache, CGI", dir, apacheCGI))
	port = freePort(t) // without the variable it ends after 500 requests
	if php, ok := Start(t, "php-cgi", dir, port, []string{"php-cgi", "--version"}, "env", "PHP_FCGI_MAX_REQUESTS=0", "php-cgi", "-b", "127.0.0.1:"+port); ok {
		addCGI(nginx(t, "nginx, FastCGI", dir, freePort(t), "", nginxFastCGI, php.Addr))
	}
	return all
}

// backends are servers with one command: they start at the port $PORT, in the folder of [Backends].
var backends = []struct {
	name             string
	cgi              bool
	version, command []string
}{
	{"gunicorn", true, []string{"gunicorn", "--version"}, []string{"gunicorn", "--bind", "127.0.0.1:$PORT", "app:app"}},
	{"werkzeug", true, werkzeugVersion, []string{python, "-c", "from werkzeug.serving import run_simple; from app import app; run_simple('127.0.0.1', $PORT, app)"}},
	{"uvicorn", false, []string{"uvicorn", "--version"}, []string{"uvicorn", "--port", "$PORT", "app:asgi"}},
	{"node", false, []string{"node", "--version"}, []string{"node", "app.js", "node", "$PORT"}},
	{"Express", false, expressVersion, []string{"node", "app.js", "express", "$PORT"}},
	{"PHP", true, []string{"php", "--version"}, []string{"php", "-S", "127.0.0.1:$PORT", "-t", "php"}},
	{"Tomcat", false, []string{"dpkg-query", "--show", "libtomcat10-embed-java"}, []string{"java", "-cp", jars("tomcat10-embed-core"), "Tomcat.java", "$PORT"}},
	{"Jetty", false, []string{"dpkg-query", "--show", "libjetty9-java"}, []string{"java", "-cp",
		jars("jetty9-server", "jetty9-servlet", "jetty9-security", "jetty9-http", "jetty9-io", "jetty9-util", "servlet-api"), "Jetty.java", "$PORT"}},
}

const python = "/usr/bin/python3"

// These commands print the versions of packages.
var (
	werkzeugVersion = []string{python, "-c", "import werkzeug, importlib.metadata as m; print(m.version('werkzeug'))"}
	expressVersion  = []string{"node", "-p", "require('express/package.json').version"}
)

// jars returns a class path with packages of Debian.
func jars(names ...string) string {
	return "/usr/share/java/" + strings.Join(names, ".jar:/usr/share/java/") + ".jar"
}

// Configurations of servers in [Backends].
const (
	lighttpd = `
server.bind = "127.0.0.1"
server.port = %[2]s
server.document-root = "%[1]s"
server.modules = ("mod_cgi", "mod_indexfile", "mod_staticfile")
index-file.names = ("index.html")
mimetype.assign = (".html" => "text/html")
cgi.assign = ("/echo" => "")
`
	apacheCGI = `
LoadModule dir_module /usr/lib/apache2/modules/mod_dir.so
LoadModule cgi_module /usr/lib/apache2/modules/mod_cgi.so
DocumentRoot %[1]s
<Directory %[1]s>
	Options ExecCGI
	DirectoryIndex index.html
</Directory>
<Files echo>
	SetHandler cgi-script
</Files>
`
	nginxFastCGI = `
	server {
		listen 127.0.0.1:%[2]s;
		location /admin { return 200 secret; }
		location / {
			fastcgi_param SCRIPT_FILENAME %[1]s/php/index.php;
			fastcgi_param REQUEST_METHOD $request_method;
			fastcgi_pass %[3]s;
		}
	}
`
)

// apache starts Apache in a folder with further directives. Their arguments follow the folder and the port.
func apache(t testing.TB, name, dir, directives string, args ...any) (Server, bool) {
	t.Helper()
	port := freePort(t)
	config(t, dir, "apache.conf", `
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
TypesConfig /dev/null
`+directives, append([]any{port}, args...)...)
	return Start(t, name, dir, port, []string{"apache2", "-v"}, "apache2", "-X", "-f", filepath.Join(dir, "apache.conf"))
}

// nginx starts nginx in a folder, with further global directives. In servers the arguments follow the folder
// and the port.
func nginx(t testing.TB, name, dir, port, directives, servers string, args ...any) (Server, bool) {
	t.Helper()
	config(t, dir, "nginx.conf", nginxHead+servers+"}\n", append([]any{port}, args...)...)
	return Start(t, name, dir, port, []string{"nginx", "-v"}, "nginx", "-p", dir, "-e", "error.log", "-c", filepath.Join(dir, "nginx.conf"),
		"-g", "daemon off; master_process off;"+directives)
}

// nginxHead is the beginning of a configuration of nginx.
const nginxHead = `
pid %[1]s/nginx.pid;
worker_processes 1;
events {}
http {
	access_log off;
	client_body_temp_path %[1]s/body; proxy_temp_path %[1]s/proxy; fastcgi_temp_path %[1]s/fastcgi;
	uwsgi_temp_path %[1]s/uwsgi; scgi_temp_path %[1]s/scgi;
`

// config writes a configuration, with the folder as its first argument.
func config(t testing.TB, dir, name, format string, args ...any) {
	t.Helper()
	text := fmt.Sprintf(format, append([]any{dir}, args...)...)
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// HTTP starts a server of package net/http.
func HTTP(t testing.TB, name string, handler http.Handler) Server {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: handler}
	go s.Serve(l)
	t.Cleanup(func() { s.Close() })
	return Server{Name: name, Version: runtime.Version(), Addr: l.Addr().String()}
}

// Start starts a program in a folder, and waits until it listens on a port of the loopback. The
// command version prints the program's version. If it fails, the program is reported as missing.
func Start(t testing.TB, name, dir, port string, version []string, command ...string) (Server, bool) {
	t.Helper()
	run := func(args []string) *exec.Cmd {
		if path, err := exec.LookPath(filepath.Join("/usr/sbin", args[0])); err == nil {
			args[0] = path // it is in no PATH of people
		}
		c := exec.Command(args[0], args[1:]...)
		c.Dir = dir
		return c
	}
	out, err := run(version).CombinedOutput()
	if err != nil {
		peer.Missing(t, name)
		return Server{}, false
	}
	line, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	addr := net.JoinHostPort("127.0.0.1", port)
	startAt(t, name, addr, run(command))
	return Server{Name: name, Version: line, Addr: addr}, true
}

// Fronts starts other proxies in front of each of the servers. They ask for a login for /admin, and
// tell the server the user alice in the field X-User. The result has the proxies of one program in
// each element, in the order of servers.
func Fronts(t testing.TB, servers []Server) (all [][]Server) {
	t.Helper()
	dir := t.TempDir()
	var haproxy, caddy, nginxServers strings.Builder
	ports := make([][3]string, len(servers))
	for i, s := range servers {
		p := [3]string{freePort(t), freePort(t), freePort(t)}
		ports[i] = p
		fmt.Fprintf(&haproxy, `
frontend f%[1]d
	bind 127.0.0.1:%[2]s
	http-request deny deny_status 401 if { path /admin } or { path_beg /admin/ }
	http-request set-header X-User alice
	default_backend b%[1]d
backend b%[1]d
	server s 127.0.0.1%[3]s
`, i, p[0], strings.TrimPrefix(s.Addr, "127.0.0.1"))
		fmt.Fprintf(&caddy, `
http://:%s {
	@admin path /admin /admin/*
	handle @admin {
		respond "login" 401
	}
	handle {
		reverse_proxy %s {
			header_up X-User alice
		}
	}
}
`, p[1], s.Addr)
		fmt.Fprintf(&nginxServers, `
	server {
		listen 127.0.0.1:%s;
		location /admin { return 401; }
		location / { proxy_set_header X-User alice; proxy_pass http://%s; }
	}
`, p[2], s.Addr)
	}
	config(t, dir, "haproxy.cfg", "defaults\n\tmode http\n\ttimeout client 10s\n\ttimeout server 10s\n\ttimeout connect 10s\n%[2]s", haproxy.String())
	config(t, dir, "Caddyfile", "{\n\tadmin off\n\tauto_https off\n}\n%[2]s", caddy.String())
	for k, start := range frontPrograms(t, dir, nginxServers.String()) {
		first, ok := start(ports[0][k])
		if !ok {
			continue
		}
		var fronts []Server
		for i := range servers {
			fronts = append(fronts, Server{Name: first.Name, Version: first.Version, Addr: net.JoinHostPort("127.0.0.1", ports[i][k])})
		}
		all = append(all, fronts)
	}
	return all
}

// frontPrograms returns functions that start HAProxy, Caddy and nginx at a port, with their configurations
// in a folder: haproxy.cfg, Caddyfile, and for nginx these servers.
func frontPrograms(t testing.TB, dir, nginxServers string, args ...any) [3]func(port string) (Server, bool) {
	return [...]func(string) (Server, bool){
		func(port string) (Server, bool) {
			return Start(t, "HAProxy", dir, port, []string{"haproxy", "-v"}, "haproxy", "-db", "-f", "haproxy.cfg")
		},
		func(port string) (Server, bool) {
			return Start(t, "Caddy", dir, port, []string{"caddy", "version"}, "caddy", "run", "--config", "Caddyfile", "--adapter", "caddyfile")
		},
		func(port string) (Server, bool) { return nginx(t, "nginx", dir, port, "", nginxServers, args...) },
	}
}

// LoginFronts starts proxies in front of the server at an address. For /admin they ask for the
// login alice with the password secret, and tell the server the user in the field X-User. They
// append the client to X-Forwarded-For. All else is as their documents show it.
func LoginFronts(t testing.TB, server string) (all []Server) {
	t.Helper()
	dir, ports := t.TempDir(), [3]string{freePort(t), freePort(t), freePort(t)}
	config(t, dir, "haproxy.cfg", loginHAProxy, ports[0], server)
	config(t, dir, "Caddyfile", loginCaddy, ports[1], server)
	config(t, dir, "users", "alice:{PLAIN}secret\n")
	for k, start := range frontPrograms(t, dir, loginNginx, server) {
		if s, ok := start(ports[k]); ok {
			all = append(all, s)
		}
	}
	return all
}

// The configurations of [LoginFronts]. The hash for Caddy has the lowest cost of bcrypt: one of
// caddy hash-password takes half a second or more at each login.
const (
	loginHAProxy = `
userlist users
	user alice insecure-password secret
defaults
	mode http
	option forwardfor
	timeout client 10s
	timeout server 10s
	timeout connect 10s
frontend f
	bind 127.0.0.1:%[2]s
	http-request auth realm site if { path /admin } !{ http_auth(users) }
	http-request auth realm site if { path_beg /admin/ } !{ http_auth(users) }
	http-request del-header X-User
	http-request set-header X-User alice if { http_auth(users) }
	default_backend b
backend b
	server s %[3]s
`
	loginCaddy = `{
	admin off
	auto_https off
}
http://:%[2]s {
	@admin path /admin /admin/*
	handle @admin {
		basicauth {
			alice $2a$04$MMOtmihyY09SMWvMcnM7ROpf4I0oIwu2gqJip9FAjXaU8.ugW031K
		}
		reverse_proxy %[3]s {
			header_up X-User {http.auth.user.id}
		}
	}
	handle {
		reverse_proxy %[3]s {
			header_up -X-User
		}
	}
}
`
	loginNginx = `
	server {
		listen 127.0.0.1:%[2]s;
		location /admin {
			auth_basic site;
			auth_basic_user_file %[1]s/users;
			proxy_set_header X-User $remote_user;
			proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
			proxy_pass http://%[3]s;
		}
		location / {
			proxy_set_header X-User "";
			proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
			proxy_pass http://%[3]s;
		}
	}
`
)
