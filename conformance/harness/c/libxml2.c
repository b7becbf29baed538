/* The harness of libxml2, which decodes the parts that it tells, but for the query. A text
   with NUL is more than its functions can be given. */
#include "harness.h"
#include <libxml/uri.h>
#include <libxml/xmlversion.h>

static void answer(const char *s, size_t n) {
	xmlURIPtr u = strlen(s) == n ? xmlParseURIRaw(s, 1) : NULL;
	if (!u) { printf("false"); return; }
	printf("true");
	long end = (long)n;
	if (u->scheme) part("scheme", 0, (long)strlen(u->scheme));
	if (u->fragment) { part("fragment", end - (long)strlen(u->fragment), end); end -= (long)strlen(u->fragment) + 1; }
	if (u->query_raw) part("query", end - (long)strlen(u->query_raw), end);
	xmlFreeURI(u);
}

int main(void) {
	printf("{\"parser\":\"libxml2\",\"version\":\"%s\",\"parts\":[\"scheme\",\"query\",\"fragment\"]}\n", LIBXML_DOTTED_VERSION);
	loop(answer);
}
