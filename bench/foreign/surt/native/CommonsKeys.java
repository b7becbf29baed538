import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.archive.url.WaybackURLKeyMaker;

/** Writes the key that webarchive-commons gives for each text, as surt_keys.py does. */
public class CommonsKeys {
	public static void main(String[] args) throws Exception {
		var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		var out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, "US-ASCII");
		var maker = new WaybackURLKeyMaker();
		var hex = HexFormat.of();
		long total = 0;
		for (String line; (line = in.readLine()) != null; ) {
			String text = new String(hex.parseHex(line), StandardCharsets.UTF_8);
			String key = null;
			long start = System.nanoTime();
			try {
				key = maker.makeKey(text);
			} catch (Exception e) {
				// No key.
			}
			total += System.nanoTime() - start;
			out.println(key == null ? "!" : hex.formatHex(key.getBytes(StandardCharsets.UTF_8)));
		}
		out.println(total);
		out.flush();
	}
}
