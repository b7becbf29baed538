/* Parses every line of a file with uriparser or libcurl, PASSES times:
 *
 *	parse FILE PASSES
 *
 * prints how many lines were accepted in a pass and the nanoseconds of processor
 * time for a line in each. Compiled with -DWITH_URIPARSER or -DWITH_CURL.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static size_t used; /* something of every result */

#ifdef WITH_URIPARSER
#include <uriparser/Uri.h>

/* The text is not copied: the result points into it. */
static int parse(const char *s, const char *end)
{
	UriUriA u;
	const char *at;
	int ok = uriParseSingleUriExA(&u, s, end, &at) == URI_SUCCESS;
	if (ok) {
		used += u.hostText.afterLast - u.hostText.first;
		uriFreeUriMembersA(&u);
	}
	return ok;
}

static const char *version(void) { return URI_VER_ANSI; }
#endif

#ifdef WITH_CURL
#include <curl/curl.h>

static CURLU *handle; /* one, used again */

static int parse(const char *s, const char *end)
{
	(void)end;
	if (!handle)
		handle = curl_url();
	int ok = curl_url_set(handle, CURLUPART_URL, s, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
	used += ok;
	return ok;
}

static const char *version(void) { return curl_version_info(CURLVERSION_NOW)->version; }
#endif

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "version") == 0) {
		puts(version());
		return 0;
	}
	if (argc != 3)
		return 2;
	FILE *f = fopen(argv[1], "rb");
	if (!f || fseek(f, 0, SEEK_END) != 0)
		return 1;
	long size = ftell(f);
	rewind(f);
	char *text = malloc(size + 1);
	if (size <= 0 || !text || fread(text, 1, size, f) != (size_t)size)
		return 1;
	fclose(f);

	size_t lines = 0, n = 0;
	for (long i = 0; i < size; i++)
		lines += text[i] == '\n';
	char **at = malloc((lines + 1) * sizeof *at); /* where each begins, and the next would */
	if (!at)
		return 1;
	at[n++] = text;
	for (long i = 0; i < size; i++)
		if (text[i] == '\n') {
			text[i] = 0;
			at[n++] = text + i + 1;
		}

	int passes = atoi(argv[2]);
	for (int p = 0; p < passes; p++) {
		size_t accepted = 0;
		struct timespec a, b;
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &a);
		for (size_t i = 0; i < lines; i++)
			accepted += parse(at[i], at[i + 1] - 1);
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &b);
		if (p == 0)
			printf("%zu", accepted);
		printf(" %.1f", ((b.tv_sec - a.tv_sec) * 1e9 + (b.tv_nsec - a.tv_nsec)) / lines);
	}
	printf("\n");
	return used == 0;
}
