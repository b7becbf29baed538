<?php
// Writes for each line of standard input, a text in hexadecimal, the host that parse_url finds in it: in
// hexadecimal, or "-" if it refuses the text.
while (($line = fgets(STDIN)) !== false) {
	$parts = parse_url(hex2bin(trim($line)));
	echo $parts === false ? "-" : "=" . bin2hex($parts["host"] ?? ""), "\n";
}
