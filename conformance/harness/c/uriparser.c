/* The harness of uriparser. */
#include "harness.h"
#include <uriparser/Uri.h>

static void range(const char *name, UriTextRangeA r) {
	if (r.first) part(name, r.first - text, r.afterLast - text);
}

static void answer(const char *s, size_t n) {
	UriUriA u;
	const char *at;
	if (uriParseSingleUriExA(&u, s, s + n, &at) != URI_SUCCESS) { printf("false"); return; }
	printf("true");
	range("scheme", u.scheme);
	range("userinfo", u.userInfo);
	range("port", u.portText);
	range("query", u.query);
	range("fragment", u.fragment);
	uriFreeUriMembersA(&u);
}

int main(void) {
	printf("{\"parser\":\"uriparser\",\"version\":\"%s\",\"parts\":[\"scheme\",\"userinfo\",\"port\",\"query\",\"fragment\"]}\n", URI_VER_ANSI);
	loop(answer);
}
