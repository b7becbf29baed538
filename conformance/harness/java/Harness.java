// The harness of java.net.URI.
import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;

class Harness {
    static String part(String name, String value, int end) {
        return ",\"" + name + "\":[" + (end - value.length()) + "," + end + "]";
    }

    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.println("{\"parser\":\"java.net.URI\",\"version\":\"" + System.getProperty("java.version") + "\",\"parts\":[\"scheme\",\"authority\",\"path\",\"query\",\"fragment\"]}");
        out.flush();
        for (String line; (line = in.readLine()) != null; out.flush()) {
            int comma = line.indexOf(','), quote = line.indexOf("\"hex\":\"") + 7;
            var text = new String(java.util.HexFormat.of().parseHex(line.substring(quote, line.length() - 2)), StandardCharsets.ISO_8859_1);
            out.print(line.substring(0, comma));
            try {
                var u = new URI(text);
                var s = new StringBuilder(",\"valid\":true");
                int end = text.length();
                if (u.getScheme() != null) s.append(part("scheme", u.getScheme(), u.getScheme().length()));
                if (u.getRawFragment() != null) {
                    s.append(part("fragment", u.getRawFragment(), end));
                    end -= u.getRawFragment().length() + 1;
                }
                var path = u.isOpaque() ? u.getRawSchemeSpecificPart() : u.getRawPath();
                var query = u.getRawQuery();
                if (u.isOpaque() && path.indexOf('?') >= 0) { // split as RFC 2396, Appendix B, does
                    query = path.substring(path.indexOf('?') + 1);
                    path = path.substring(0, path.indexOf('?'));
                }
                if (query != null) {
                    s.append(part("query", query, end));
                    end -= query.length() + 1;
                }
                s.append(part("path", path, end));
                if (u.getRawAuthority() != null) s.append(part("authority", u.getRawAuthority(), end - path.length()));
                out.println(s + "}");
            } catch (URISyntaxException e) {
                out.println(",\"valid\":false}");
            }
        }
    }
}
