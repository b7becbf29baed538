/* Parses URLs with Ada.
 *
 *	ada version
 *	ada answer
 *	ada time WORK FILE PASSES [BASE]
 *
 * "answer" reads records from standard input: the length of an input and the
 * length of its base as 32 bits each, least byte first, then both texts. A base
 * of 0xFFFFFFFF bytes is none. For each it writes the length of the
 * serialization and the serialization; 0xFFFFFFFF where the input is refused,
 * 0xFFFFFFFE where the base is.
 *
 * "time" does the work with every line of a file, PASSES times: "href" parses it and
 * takes its href, "can_parse" asks if it can, "params" sets a pair of a query and writes
 * it, and the name of a change sets that part of a copy of the URL, which is parsed
 * before, and takes its href.
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

/* time_each runs work for each of n inputs, PASSES times. work returns a length, or
 * refused. Printed are how many inputs are accepted in a pass, the sum of the lengths
 * and the nanoseconds for an input in each pass. */
template <typename Work>
static int time_each(size_t n, int passes, Work work)
{
	for (int p = 0; p < passes; p++) {
		size_t accepted = 0, sum = 0;
		double start = now();
		for (size_t i = 0; i < n; i++) {
			size_t length = work(i);
			if (length != refused) {
				sum += length;
				accepted++;
			}
		}
		double end = now();
		if (p == 0)
			printf("%zu %zu", accepted, sum);
		printf(" %.1f", (end - start) / n);
	}
	printf("\n");
	return 0;
}

/* A change sets one part of a URL. */
struct change {
	const char *name;
	void (*set)(ada::url_aggregator &u);
};

static const change changes[] = {
	{"WithScheme", [](ada::url_aggregator &u) { u.set_protocol("ftp"); }},
	{"WithHost", [](ada::url_aggregator &u) { u.set_hostname("new.example"); }},
	{"WithPort", [](ada::url_aggregator &u) { u.set_port("8080"); }},
	{"WithPath", [](ada::url_aggregator &u) { u.set_pathname("/new/path"); }},
	{"WithQuery", [](ada::url_aggregator &u) { u.set_search("a=new&b=query"); }},
	{"WithFragment", [](ada::url_aggregator &u) { u.set_hash("new"); }},
};

static int time_file(const std::string &work, const char *name, int passes, const char *base)
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
	if (work == "href") {
		ada::result<ada::url_aggregator> against;
		const ada::url_aggregator *b = nullptr;
		if (base) {
			against = ada::parse<ada::url_aggregator>(base);
			if (!against)
				return 1;
			b = &*against;
		}
		return time_each(lines.size(), passes, [&](size_t i) -> size_t {
			auto url = ada::parse<ada::url_aggregator>(lines[i], b);
			return url ? url->get_href().size() : refused;
		});
	}
	if (work == "can_parse")
		return time_each(lines.size(), passes, [&](size_t i) -> size_t {
			return ada::can_parse(lines[i]) ? 1 : refused;
		});
	if (work == "params") /* a line is a query and, after a tab, the name to set */
		return time_each(lines.size(), passes, [&](size_t i) -> size_t {
			size_t tab = lines[i].find('\t');
			ada::url_search_params params(lines[i].substr(0, tab));
			params.set(lines[i].substr(tab + 1), "new");
			return params.to_string().size();
		});
	std::vector<ada::url_aggregator> urls;
	for (std::string_view line : lines) {
		auto url = ada::parse<ada::url_aggregator>(line);
		if (!url)
			return 1;
		urls.push_back(*url);
	}
	for (const change &c : changes)
		if (work == c.name)
			return time_each(urls.size(), passes, [&](size_t i) -> size_t {
				ada::url_aggregator u = urls[i];
				c.set(u);
				return u.get_href().size();
			});
	return 1;
}

int main(int argc, char **argv)
{
	if (argc == 2 && !strcmp(argv[1], "version")) {
		puts(ADA_VERSION);
		return 0;
	}
	if (argc == 2 && !strcmp(argv[1], "answer"))
		return answer();
	if ((argc == 5 || argc == 6) && !strcmp(argv[1], "time"))
		return time_file(argv[2], argv[3], atoi(argv[4]), argc == 6 ? argv[5] : nullptr);
	return 2;
}
