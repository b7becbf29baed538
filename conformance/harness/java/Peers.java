// The harness of parsers in Java that come in packages: jena or okhttp.
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.util.HexFormat;

class Peers {
    static String part(String name, String value, int end) {
        int length = value.getBytes(StandardCharsets.UTF_8).length;
        return ",\"" + name + "\":[" + (end - length) + "," + end + "]";
    }

    /** The parts of an IRI. Offsets are of octets in UTF-8. */
    static String jena(byte[] octets) throws Exception {
        var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString();
        var u = org.apache.jena.rfc3986.IRI3986.create(text);
        var s = new StringBuilder();
        int end = octets.length;
        if (u.scheme() != null) s.append(part("scheme", u.scheme(), u.scheme().length()));
        if (u.fragment() != null) {
            s.append(part("fragment", u.fragment(), end));
            end -= u.fragment().getBytes(StandardCharsets.UTF_8).length + 1;
        }
        if (u.query() != null) {
            s.append(part("query", u.query(), end));
            end -= u.query().getBytes(StandardCharsets.UTF_8).length + 1;
        }
        s.append(part("path", u.path(), end));
        end -= u.path().getBytes(StandardCharsets.UTF_8).length;
        if (u.authority() != null) s.append(part("authority", u.authority(), end));
        return s.toString();
    }

    static String okhttp(byte[] octets) {
        return okhttp3.HttpUrl.parse(new String(octets, StandardCharsets.ISO_8859_1)) == null ? null : "";
    }

    public static void main(String[] args) throws IOException {
        boolean jena = args[0].equals("jena");
        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.println("{\"parser\":\"" + (jena ? "Java Jena IRI3986" : "Java OkHttp HttpUrl") + "\",\"version\":\"" + args[1] + "\",\"parts\":["
            + (jena ? "\"scheme\",\"authority\",\"path\",\"query\",\"fragment\"" : "") + "]}");
        out.flush();
        for (String line; (line = in.readLine()) != null; out.flush()) {
            int comma = line.indexOf(','), quote = line.indexOf("\"hex\":\"") + 7;
            var octets = HexFormat.of().parseHex(line.substring(quote, line.length() - 2));
            String parts = null;
            try {
                parts = jena ? jena(octets) : okhttp(octets);
            } catch (Exception e) { // of the parser, or of the decoder
            }
            out.println(line.substring(0, comma) + (parts == null ? ",\"valid\":false}" : ",\"valid\":true" + parts + "}"));
        }
    }
}
