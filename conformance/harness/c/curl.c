/* The harness of curl's URL parser, which reads absolute URLs of any scheme. */
#include "harness.h"
#include <curl/curl.h>

static void answer(const char *s, size_t n) {
	CURLU *u = curl_url();
	CURLUcode code = strlen(s) == n ? curl_url_set(u, CURLUPART_URL, s, CURLU_NON_SUPPORT_SCHEME) : CURLUE_MALFORMED_INPUT;
	printf(code == CURLUE_OK ? "true" : "false");
	curl_url_cleanup(u);
}

int main(void) {
	printf("{\"parser\":\"curl\",\"version\":\"%s\",\"parts\":[]}\n", curl_version_info(CURLVERSION_NOW)->version);
	loop(answer);
}
