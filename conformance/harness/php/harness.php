<?php
// The harness of Uri\Rfc3986\Uri (PHP 8.5), or of parse_url in older versions.
$new = class_exists('Uri\Rfc3986\Uri');
$parts = $new ? ["scheme", "userinfo", "host", "path", "query", "fragment"] : [];
echo json_encode(["parser" => $new ? 'PHP Uri\Rfc3986\Uri' : "PHP parse_url", "version" => PHP_VERSION, "parts" => $parts], JSON_UNESCAPED_SLASHES), "\n";
while (($line = fgets(STDIN)) !== false) {
    preg_match('/"id":(\d+),"hex":"([0-9a-f]*)"/', $line, $m);
    $text = hex2bin($m[2]);
    if (!$new) {
        echo '{"id":', $m[1], ',"valid":', parse_url($text) === false ? "false" : "true", "}\n";
        continue;
    }
    $u = Uri\Rfc3986\Uri::parse($text);
    if ($u === null) { echo '{"id":', $m[1], ',"valid":false}', "\n"; continue; }
    $answer = ["id" => (int)$m[1], "valid" => true];
    $end = strlen($text);
    $put = function (string $name, string $value) use (&$answer, &$end) { $answer[$name] = [$end - strlen($value), $end]; $end -= strlen($value); };
    if ($u->getRawScheme() !== null) $answer["scheme"] = [0, strlen($u->getRawScheme())];
    if ($u->getRawFragment() !== null) { $put("fragment", $u->getRawFragment()); $end--; }
    if ($u->getRawQuery() !== null) { $put("query", $u->getRawQuery()); $end--; }
    $put("path", $u->getRawPath());
    if ($u->getRawHost() !== null) {
        $start = ($answer["scheme"][1] ?? -1) + 3;
        if ($u->getRawUserInfo() !== null) { $answer["userinfo"] = [$start, $start += strlen($u->getRawUserInfo())]; $start++; }
        $answer["host"] = [$start, $start + strlen($u->getRawHost())];
    }
    echo json_encode($answer), "\n";
}
