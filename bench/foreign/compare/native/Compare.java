import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;

/**
 * Answers of java.net.URI. FILE has a text a line, in hexadecimal; each octet
 * is one character of ISO 8859-1.
 *
 * <pre>
 * Compare write FILE          each text, parsed and written again
 * Compare resolve FILE BASE   each text, resolved against BASE
 * Compare held FILE           octets of the heap for each parsed text
 * </pre>
 *
 * An answer is "+" and a text in hexadecimal, or "-" where it is refused.
 */
class Compare {
    static final HexFormat HEX = HexFormat.of();

    public static void main(String[] args) throws Exception {
        List<String> lines = Files.readAllLines(Path.of(args[1]));
        String[] texts = new String[lines.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = new String(HEX.parseHex(lines.get(i)), StandardCharsets.ISO_8859_1);
        }
        if (args[0].equals("held")) {
            System.out.println(held(texts));
            return;
        }
        StringBuilder out = new StringBuilder();
        for (String s : texts) {
            try {
                URI u = new URI(s);
                String t = args[0].equals("resolve") ? new URI(args[2]).resolve(u).toString() : written(u);
                out.append('+').append(HEX.formatHex(t.getBytes(StandardCharsets.ISO_8859_1)));
            } catch (URISyntaxException e) {
                out.append('-');
            }
            out.append('\n');
        }
        System.out.print(out);
    }

    /** Puts the components together: toString would return the text that was parsed. */
    static String written(URI u) {
        StringBuilder s = new StringBuilder();
        if (u.getScheme() != null) {
            s.append(u.getScheme()).append(':');
        }
        if (u.isOpaque()) {
            s.append(u.getRawSchemeSpecificPart());
        } else {
            if (u.getRawAuthority() != null) {
                s.append("//").append(u.getRawAuthority());
            }
            s.append(u.getRawPath());
            if (u.getRawQuery() != null) {
                s.append('?').append(u.getRawQuery());
            }
        }
        if (u.getRawFragment() != null) {
            s.append('#').append(u.getRawFragment());
        }
        return s.toString();
    }

    static double held(String[] texts) throws URISyntaxException {
        long before = used();
        URI[] us = new URI[texts.length];
        for (int i = 0; i < us.length; i++) {
            us[i] = new URI(texts[i]);
        }
        long after = used();
        if (us[us.length - 1] == null || texts[0] == null) { // both are still needed
            throw new AssertionError();
        }
        return (double) (after - before) / us.length;
    }

    static long used() {
        Runtime r = Runtime.getRuntime();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return r.totalMemory() - r.freeMemory();
    }
}
