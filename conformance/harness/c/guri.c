/* The harness of GLib's GUri, which reads references with g_uri_split. A text with NUL is
   more than its functions can be given. */
#include "harness.h"
#include <glib.h>

static void answer(const char *s, size_t n) {
	gchar *scheme, *userinfo, *host, *path, *query, *fragment;
	gint port;
	const GUriFlags raw = G_URI_FLAGS_ENCODED;
	if (strlen(s) != n || !g_uri_split(s, raw, &scheme, &userinfo, &host, &port, &path, &query, &fragment, NULL)) { printf("false"); return; }
	printf("true");
	long end = (long)n;
	if (scheme) part("scheme", 0, (long)strlen(scheme));
	if (fragment) { part("fragment", end - (long)strlen(fragment), end); end -= (long)strlen(fragment) + 1; }
	if (query) { part("query", end - (long)strlen(query), end); end -= (long)strlen(query) + 1; }
	part("path", end - (long)strlen(path), end);
	g_free(scheme); g_free(userinfo); g_free(host); g_free(path); g_free(query); g_free(fragment);
}

int main(void) {
	printf("{\"parser\":\"GLib GUri\",\"version\":\"%u.%u.%u\",\"parts\":[\"scheme\",\"path\",\"query\",\"fragment\"]}\n", glib_major_version, glib_minor_version, glib_micro_version);
	loop(answer);
}
