// The harness of parsers in Java that come in packages: jena, okhttp, jetty, spring or httpcore.
import java.io.*;
import java.nio.ByteBuffer;
import java.nio.charset.*;
import java.util.HexFormat;
import org.eclipse.jetty.http.UriCompliance.Violation;

class Peers {
    /** The offsets of parts without their delimiters; null is a missing one. */
    static String parts(int end, String scheme, String authority, String path, String query, String fragment) {
        var s = new StringBuilder();
        if (scheme != null) s.append(",\"scheme\":[0," + length(scheme) + "]");
        end = part(s, "fragment", fragment, end, 1);
        end = part(s, "query", query, end, 1);
        end = part(s, "path", path, end, 0);
        part(s, "authority", authority, end, 0);
        return s.toString();
    }

    /** Returns where the part before ends. */
    static int part(StringBuilder s, String name, String value, int end, int delimiter) {
        if (value == null) return end;
        int start = end - length(value);
        s.append(",\"" + name + "\":[" + start + "," + end + "]");
        return start - delimiter;
    }

    static int length(String value) { return value.getBytes(StandardCharsets.UTF_8).length; }

    /** The members of the answer, or null if the parser refuses the text. */
    interface Parser { String parse(byte[] octets) throws Exception; }

    static String latin(byte[] octets) { return new String(octets, StandardCharsets.ISO_8859_1); }

    static String jena(byte[] octets) throws Exception {
        var u = org.apache.jena.rfc3986.IRI3986.create(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(octets)).toString());
        return parts(octets.length, u.scheme(), u.authority(), u.path(), u.query(), u.fragment());
    }

    static String okhttp(byte[] octets) { return okhttp3.HttpUrl.parse(latin(octets)) == null ? null : ""; }

    static String jetty(byte[] octets) {
        var u = org.eclipse.jetty.http.HttpURI.from(latin(octets));
        return u.hasViolation(Violation.ILLEGAL_PATH_CHARACTERS) || u.hasViolation(Violation.BAD_PERCENT_ENCODING) ? null : "";
    }

    static String spring(byte[] octets) {
        org.springframework.web.util.UriComponentsBuilder.fromUriString(latin(octets)).build();
        return "";
    }

    static String httpcore(byte[] octets) throws Exception {
        new org.apache.hc.core5.net.URIBuilder(latin(octets));
        return "";
    }

    public static void main(String[] args) throws IOException {
        Parser parser = null;
        String name = null;
        switch (args[0]) {
            case "jena" -> { parser = Peers::jena; name = "Jena IRI3986"; }
            case "okhttp" -> { parser = Peers::okhttp; name = "OkHttp HttpUrl"; }
            case "jetty" -> { parser = Peers::jetty; name = "Jetty HttpURI"; }
            case "spring" -> { parser = Peers::spring; name = "Spring UriComponentsBuilder"; }
            case "httpcore" -> { parser = Peers::httpcore; name = "Apache HttpCore URIBuilder"; }
        }
        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.println("{\"parser\":\"Java " + name + "\",\"version\":\"" + args[1] + "\",\"parts\":["
            + (args[0].equals("jena") ? "\"scheme\",\"authority\",\"path\",\"query\",\"fragment\"" : "") + "]}");
        out.flush();
        for (String line; (line = in.readLine()) != null; out.flush()) {
            int comma = line.indexOf(','), quote = line.indexOf("\"hex\":\"") + 7;
            String members = null;
            try {
                members = parser.parse(HexFormat.of().parseHex(line.substring(quote, line.length() - 2)));
            } catch (Exception e) { // of the parser, or of the decoder
            }
            out.println(line.substring(0, comma) + (members == null ? ",\"valid\":false}" : ",\"valid\":true" + members + "}"));
        }
    }
}
