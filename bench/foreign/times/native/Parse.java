import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Parses every line of a file with java.net.URI: Parse FILE PASSES prints how
 * many lines were accepted in a pass and the nanoseconds of processor time for
 * a line in each, after passes that only warm up.
 */
class Parse {
    static final int WARM_UP = 20;
    static long used; // something of every result

    public static void main(String[] args) throws Exception {
        List<String> read = Files.readAllLines(Path.of(args[0]), StandardCharsets.ISO_8859_1);
        String[] lines = read.toArray(new String[0]);
        int passes = Integer.parseInt(args[1]);
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        StringBuilder out = new StringBuilder();
        for (int p = 0; p < WARM_UP + passes; p++) {
            long start = clock.getCurrentThreadCpuTime();
            int accepted = pass(lines);
            double ns = (double) (clock.getCurrentThreadCpuTime() - start) / lines.length;
            if (p == 0) {
                out.append(accepted);
            }
            if (p >= WARM_UP) {
                out.append(String.format(java.util.Locale.ROOT, " %.1f", ns));
            }
        }
        System.out.println(out);
        if (used == 0) {
            System.exit(1);
        }
    }

    static int pass(String[] lines) {
        int accepted = 0;
        for (String s : lines) {
            try {
                used += new URI(s).getRawSchemeSpecificPart().length();
                accepted++;
            } catch (URISyntaxException e) {
                used++;
            }
        }
        return accepted;
    }
}
