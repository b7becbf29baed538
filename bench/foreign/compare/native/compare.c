/* Answers of uriparser. FILE has a text a line, in hexadecimal.
 *
 *	compare write FILE          each text, parsed and written again
 *	compare resolve FILE BASE   each text, resolved against BASE
 *	compare held FILE           octets of the heap for each parsed text
 *	compare version
 *
 * An answer is "+" and a text in hexadecimal, or "-" where it is refused.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uriparser/Uri.h>

static int nibble(int c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static int parse(UriUriA *u, const char *s, size_t n)
{
	const char *at;
	return uriParseSingleUriExA(u, s, s + n, &at) == URI_SUCCESS;
}

static void answer(const UriUriA *u)
{
	int n;
	char *s;
	if (uriToStringCharsRequiredA(u, &n) != URI_SUCCESS || !(s = malloc(n + 1)) ||
	    uriToStringA(s, u, n + 1, NULL) != URI_SUCCESS)
		exit(1);
	putchar('+');
	for (char *p = s; *p; p++)
		printf("%02x", (unsigned char)*p);
	putchar('\n');
	free(s);
}

int main(int argc, char **argv)
{
	if (argc == 2 && strcmp(argv[1], "version") == 0) {
		puts(URI_VER_ANSI);
		return 0;
	}
	FILE *f = argc > 2 ? fopen(argv[2], "r") : NULL;
	if (!f)
		return 2;
	int holds = strcmp(argv[1], "held") == 0;
	UriUriA base;
	if (argc > 3 && !parse(&base, argv[3], strlen(argv[3])))
		return 2;

	char **text = NULL, *line = NULL;
	size_t *length = NULL, lines = 0, room = 0, size = 0;
	for (ssize_t got; (got = getline(&line, &size, f)) > 0; lines++) {
		if (lines == room) {
			room = 2 * room + 1024;
			text = realloc(text, room * sizeof *text);
			length = realloc(length, room * sizeof *length);
		}
		if (!text || !length || !(text[lines] = malloc(got / 2 + 1)))
			return 1;
		length[lines] = got / 2;
		for (ssize_t i = 0; i < got / 2; i++)
			text[lines][i] = nibble(line[2 * i]) << 4 | nibble(line[2 * i + 1]);
	}

	size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
	UriUriA *us = calloc(lines + 1, sizeof *us);
	if (!us)
		return 1;
	for (size_t i = 0; i < lines; i++) {
		UriUriA to;
		if (!parse(&us[i], text[i], length[i])) {
			if (holds)
				return 1;
			puts("-");
		} else if (argc > 3) {
			if (uriAddBaseUriExA(&to, &us[i], &base, URI_RESOLVE_STRICTLY) != URI_SUCCESS) {
				puts("-");
				continue;
			}
			answer(&to);
			uriFreeUriMembersA(&to);
		} else if (!holds) {
			answer(&us[i]);
		}
	}
	if (holds)
		printf("%f\n", (double)(mallinfo2().uordblks + mallinfo2().hblkhd - before) / lines);
	return 0;
}
