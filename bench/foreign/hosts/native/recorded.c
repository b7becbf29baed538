/* Writes for each line of standard input, a text in hexadecimal, the host that libcurl finds in it: in
   hexadecimal, or "-" if it refuses the text. */
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

int main(void) {
	static char line[1 << 16], text[1 << 15];
	while (fgets(line, sizeof line, stdin)) {
		size_t n = strcspn(line, "\n") / 2;
		for (size_t i = 0; i < n; i++)
			sscanf(line + 2 * i, "%2hhx", (unsigned char *)text + i);
		text[n] = 0;
		CURLU *u = curl_url();
		char *host = NULL;
		if (curl_url_set(u, CURLUPART_URL, text, CURLU_GUESS_SCHEME | CURLU_NON_SUPPORT_SCHEME) ||
				curl_url_get(u, CURLUPART_HOST, &host, CURLU_URLDECODE)) {
			puts("-");
		} else {
			putchar('=');
			for (char *c = host; *c; c++)
				printf("%02x", (unsigned char)*c);
			putchar('\n');
		}
		curl_free(host);
		curl_url_cleanup(u);
	}
	return 0;
}
