/* Parses URLs with Ada.
 *
 *	ada version
 *	ada answer
 *	ada time FILE PASSES [BASE]
 *
 * "answer" reads records from standard input: the length of an input and the
 * length of its base as 32 bits each, least byte first, then both texts. A base
 * of 0xFFFFFFFF bytes is none. For each it writes the length of the
 * serialization and the serialization; 0xFFFFFFFF where the input is refused,
 * 0xFFFFFFFE where the base is.
 *
 * "time" parses every line of a file and takes its href, PASSES times. It prints
 * how many lines are accepted in a pass and the nanoseconds of processor time
 * for a line in each.
 */
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "ada.h"

static bool read_number(uint32_t &n)
{
	unsigned char b[4];
	if (fread(b, 1, 4, stdin) != 4)
		return false;
	n = b[0] | b[1] << 8 | b[2] << 16 | uint32_t(b[3]) << 24;
	return true;
}

static void write_number(uint32_t n)
{
	for (int i = 0; i < 4; i++, n >>= 8)
		putchar(n & 0xFF);
}

static bool read_text(std::string &s, uint32_t n)
{
	s.resize(n);
	return fread(s.data(), 1, n, stdin) == n;
}

static const uint32_t none = 0xFFFFFFFF, refused = 0xFFFFFFFF, base_refused = 0xFFFFFFFE;

static int answer()
{
	std::string input, base;
	uint32_t input_size, base_size;
	while (read_number(input_size)) {
		if (!read_number(base_size) || !read_text(input, input_size) ||
		    !read_text(base, base_size == none ? 0 : base_size))
			return 1;
		ada::result<ada::url_aggregator> against, url;
		if (base_size != none) {
			against = ada::parse<ada::url_aggregator>(base);
			if (!against) {
				write_number(base_refused);
				continue;
			}
		}
		url = ada::parse<ada::url_aggregator>(input, base_size == none ? nullptr : &*against);
		if (!url) {
			write_number(refused);
			continue;
		}
		std::string_view href = url->get_href();
		write_number(href.size());
		fwrite(href.data(), 1, href.size(), stdout);
	}
	return fflush(stdout) != 0;
}

static double now()
{
	timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return t.tv_sec * 1e9 + t.tv_nsec;
}

static int time_file(const char *name, int passes, const char *base)
{
	std::ifstream f(name, std::ios::binary);
	std::string text((std::istreambuf_iterator<char>(f)), std::istreambuf_iterator<char>());
	std::vector<std::string_view> lines;
	for (size_t i = 0, end; i < text.size(); i = end + 1) {
		end = text.find('\n', i);
		if (end == std::string::npos)
			return 1;
		lines.emplace_back(text.data() + i, end - i);
	}
	ada::result<ada::url_aggregator> against;
	const ada::url_aggregator *b = nullptr;
	if (base) {
		against = ada::parse<ada::url_aggregator>(base);
		if (!against)
			return 1;
		b = &*against;
	}
	size_t used = 0; /* something of every result */
	for (int p = 0; p < passes; p++) {
		size_t accepted = 0;
		double start = now();
		for (std::string_view line : lines) {
			auto url = ada::parse<ada::url_aggregator>(line, b);
			if (url) {
				used += url->get_href().size();
				accepted++;
			}
		}
		double end = now();
		if (p == 0)
			printf("%zu", accepted);
		printf(" %.1f", (end - start) / lines.size());
	}
	printf("\n");
	return used == 0;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "version")) {
		puts(ADA_VERSION);
		return 0;
	}
	if (argc == 2 && !strcmp(argv[1], "answer"))
		return answer();
	if ((argc == 4 || argc == 5) && !strcmp(argv[1], "time"))
		return time_file(argv[2], atoi(argv[3]), argc == 5 ? argv[4] : nullptr);
	return 2;
}
