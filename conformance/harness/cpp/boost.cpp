// The harness of Boost.URL. Build it with NDEBUG: with its assertions it aborts on "a:]".
#include "../c/harness.h"
#include <boost/url/parse.hpp>
#include <boost/url/src.hpp>
#include <boost/version.hpp>

namespace urls = boost::urls;

static void view(const char *name, boost::core::string_view v) { part(name, v.data() - text, v.data() - text + (long)v.size()); }

static void answer(const char *s, size_t n) {
	auto r = urls::parse_uri_reference({s, n});
	if (!r) { printf("false"); return; }
	printf("true");
	if (r->has_scheme()) view("scheme", r->scheme());
	if (r->has_authority()) view("authority", r->encoded_authority());
	if (r->has_userinfo()) view("userinfo", r->encoded_userinfo());
	if (r->has_authority()) view("host", r->encoded_host());
	if (r->has_port()) view("port", r->port());
	view("path", r->encoded_path());
	if (r->has_query()) view("query", r->encoded_query());
	if (r->has_fragment()) view("fragment", r->encoded_fragment());
}

int main() {
	printf("{\"parser\":\"Boost.URL\",\"version\":\"%s\",\"parts\":[\"scheme\",\"authority\",\"userinfo\",\"host\",\"port\",\"path\",\"query\",\"fragment\"]}\n", BOOST_LIB_VERSION);
	loop(answer);
}
