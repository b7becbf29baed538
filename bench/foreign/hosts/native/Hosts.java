import java.io.*;
import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

// Writes for each line of standard input the host that a parser of Java finds in it: in
// hexadecimal, or "-" if it refuses the line or reads the name of a registry. The argument
// names the parser.
class Hosts {
	public static void main(String[] args) throws IOException {
		var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
		var out = new PrintStream(new BufferedOutputStream(System.out), false);
		for (String line; (line = in.readLine()) != null;) {
			try {
				String host;
				if (args[0].equals("URI")) {
					var uri = new URI(line);
					host = uri.getHost();
					if (host == null && uri.getRawAuthority() != null) {
						out.println("-");
						continue;
					}
				} else {
					host = new URL(line).getHost();
				}
				out.println("=" + (host == null ? "" : HexFormat.of().formatHex(host.getBytes(StandardCharsets.ISO_8859_1))));
			} catch (URISyntaxException | MalformedURLException e) {
				out.println("-");
			}
		}
		out.flush();
	}
}
