package web

import (
	"strconv"
	"strings"
)

// specialAuthority is the "special authority ignore slashes state": it skips all
// slashes from in[i] on and parses what follows as an authority.
func (d *parsing) specialAuthority(i int) bool {
	if len(d.out) == 0 {
		d.out = append(d.out, d.base.s[:d.base.scheme+1]...)
	}
	for d.slash(i) {
		d.report(missingFollowingSolidus, i)
		i++
	}
	return d.authority(i)
}

// authority is the "authority state": the authority begins at in[i].
func (d *parsing) authority(i int) bool {
	d.out = append(d.out, "//"...)
	end := i
	lastAt := -1
	for end < len(d.in) {
		c := d.in[end]
		if c == '/' || c == '?' || c == '#' || c == '\\' && d.special() {
			break
		}
		if c == '@' {
			lastAt = end
			d.report(invalidCredentials, end)
		}
		end++
	}
	d.u.user = uint32(len(d.out))
	if lastAt >= 0 {
		if lastAt+1 == end {
			return d.fail(hostMissing, end)
		}
		d.userinfo(d.in[i:lastAt])
		i = lastAt + 1
	}
	return d.hostAndPort(i, end) && d.pathStart(end)
}

// userinfo appends the username and the password in s, which is what stands
// before the last "@" of an authority.
func (d *parsing) userinfo(s string) {
	username, password, _ := strings.Cut(s, ":")
	d.out = appendEncoded(d.out, username, inUserinfoSet)
	d.u.user = uint32(len(d.out))
	if password != "" {
		d.out = append(d.out, ':')
		d.out = appendEncoded(d.out, password, inUserinfoSet)
	}
	if username != "" || password != "" {
		d.out = append(d.out, '@')
	}
}

// hostAndPort is the "host state" and the "port state" for in[i:end].
func (d *parsing) hostAndPort(i, end int) bool {
	colon := i
	for brackets := false; colon < end; colon++ {
		c := d.in[colon]
		if c == ':' && !brackets {
			break
		}
		brackets = c == '[' || brackets && c != ']'
	}
	if i == colon && (colon < end || d.special()) {
		return d.fail(hostMissing, i)
	}
	return d.host(i, colon) && (colon == end || d.port(colon+1, end))
}

// port is the "port state" for in[i:end].
func (d *parsing) port(i, end int) bool {
	n := 0
	for j := i; j < end; j++ {
		if table[d.in[j]]&isDigit == 0 {
			return d.fail(portInvalid, j)
		}
		n = min(n*10+int(d.in[j]-'0'), 1<<16)
	}
	if n == 1<<16 {
		return d.fail(portOutOfRange, i)
	}
	if i < end && n != d.u.kind.defaultPort() {
		d.out = append(d.out, ':')
		d.out = strconv.AppendInt(d.out, int64(n), 10)
	}
	return true
}

// file is the "file state" and the "file slash state": in[i:] is what follows
// "file:", or a reference against a file URL. The output is "file:".
func (d *parsing) file(i int) bool {
	fileBase := d.base.kind == fileScheme
	switch {
	case d.slash(i) && d.slash(i+1):
		d.reportBackslash(i)
		d.reportBackslash(i + 1)
		return d.fileHost(i + 2)
	case d.slash(i) && fileBase:
		d.reportBackslash(i)
		d.copyAuthority()
		if drive := d.base.Path(); !startsWithDriveLetter(d.in[i+1:]) && hasDriveLetter(drive) {
			d.out = append(d.out, drive[:len("/C:")]...)
		}
		return d.rest(d.path(i + 1))
	case d.slash(i):
		d.reportBackslash(i)
		d.emptyHost()
		return d.rest(d.path(i + 1))
	case fileBase:
		d.copyAuthority()
		drive := startsWithDriveLetter(d.in[i:])
		if drive {
			d.report(fileInvalidDriveLetter, i)
		}
		return d.relativePath(i, drive)
	}
	d.emptyHost()
	return d.rest(d.path(i))
}

// emptyHost appends the empty host of a file URL.
func (d *parsing) emptyHost() {
	d.out = append(d.out, "//"...)
	n := uint32(len(d.out))
	d.u.user, d.u.host, d.u.hostEnd, d.u.path = n, n, n, n
}

// fileHost is the "file host state": the host begins at in[i].
func (d *parsing) fileHost(i int) bool {
	end := i
	for end < len(d.in) && !d.slash(end) && d.in[end] != '?' && d.in[end] != '#' {
		end++
	}
	if isDriveLetter(d.in[i:end]) {
		d.report(fileInvalidDriveAsHost, i)
		d.emptyHost()
		return d.rest(d.path(i))
	}
	if i == end {
		d.emptyHost()
		return d.pathStart(end)
	}
	d.out = append(d.out, "//"...)
	d.u.user = uint32(len(d.out))
	if !d.host(i, end) {
		return false
	}
	if string(d.out[d.u.host:]) == "localhost" {
		d.out = d.out[:d.u.host]
		d.u.hostEnd = d.u.host
	}
	return d.pathStart(end)
}

// isDriveLetter reports whether s is a "Windows drive letter".
func isDriveLetter(s string) bool {
	return len(s) == 2 && in(s, 0, isAlpha) && (s[1] == ':' || s[1] == '|')
}

// startsWithDriveLetter reports whether s "starts with a Windows drive letter".
func startsWithDriveLetter(s string) bool {
	return len(s) >= 2 && isDriveLetter(s[:2]) &&
		(len(s) == 2 || s[2] == '/' || s[2] == '\\' || s[2] == '?' || s[2] == '#')
}

// hasDriveLetter reports whether the first segment of a path is a "normalized
// Windows drive letter".
func hasDriveLetter(path string) bool {
	return len(path) >= 3 && in(path, 1, isAlpha) && path[2] == ':' && (len(path) == 3 || path[3] == '/')
}
