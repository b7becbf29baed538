<?php
// Writes for each line of standard input the host that parse_url finds in it: in
// hexadecimal, or "-" if it refuses the line.
if (($argv[1] ?? "") === "version") {
	echo PHP_VERSION, "\n";
	exit;
}
while (($line = fgets(STDIN)) !== false) {
	$parts = parse_url(rtrim($line, "\n"));
	echo $parts === false ? "-" : "=" . bin2hex($parts["host"] ?? ""), "\n";
}
