/* Writes for each line of standard input the host that libcurl finds in it: in
   hexadecimal, or "-" if it refuses the line. */
#include <curl/curl.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
	static char line[1 << 16];
	if (argc > 1 && strcmp(argv[1], "version") == 0) {
		puts(curl_version());
		return 0;
	}
	while (fgets(line, sizeof line, stdin)) {
		CURLU *u = curl_url();
		char *host = NULL;
		line[strcspn(line, "\n")] = 0;
		if (curl_url_set(u, CURLUPART_URL, line, 0)) {
			puts("-");
		} else {
			putchar('=');
			if (curl_url_get(u, CURLUPART_HOST, &host, 0) == CURLUE_OK)
				for (char *c = host; *c; c++)
					printf("%02x", (unsigned char)*c);
			putchar('\n');
		}
		curl_free(host);
		curl_url_cleanup(u);
	}
	return 0;
}
