//! The harness of parsers in Rust: harness NAME, a crate of Cargo.toml, or iri-string-iri.
use std::io::{BufRead, BufReader, Write};

/// The parts of a text that a parser accepts, by their names.
type Parts<'a> = Vec<(&'static str, Option<&'a str>)>;

const FIVE: &str = r#""scheme","authority","path","query","fragment""#;
const ALL: &str = r#""scheme","authority","userinfo","host","port","path","query","fragment""#;

fn fluent_uri(s: &str) -> Option<Parts<'_>> {
    let u = fluent_uri::UriRef::parse(s).ok()?;
    let a = u.authority();
    Some(vec![
        ("scheme", u.scheme().map(|p| p.as_str())),
        ("authority", a.as_ref().map(|a| a.as_str())),
        ("userinfo", a.as_ref().and_then(|a| a.userinfo()).map(|p| p.as_str())),
        ("host", a.as_ref().map(|a| a.host())),
        ("port", a.as_ref().and_then(|a| a.port()).map(|p| p.as_str())),
        ("path", Some(u.path().as_str())),
        ("query", u.query().map(|p| p.as_str())),
        ("fragment", u.fragment().map(|p| p.as_str())),
    ])
}

macro_rules! iri_string {
    ($name:ident, $type:ident) => {
        fn $name(s: &str) -> Option<Parts<'_>> {
            let u = iri_string::types::$type::new(s).ok()?;
            let a = u.authority_components();
            // An empty path is a text of its own, not a part of s.
            let after: usize = u.query_str().map_or(0, |q| q.len() + 1) + u.fragment().map_or(0, |f| f.as_str().len() + 1);
            let end = s.len() - after;
            let path = &s[end - u.path_str().len()..end];
            Some(vec![
                ("scheme", u.scheme_str()),
                ("authority", u.authority_str()),
                ("userinfo", a.and_then(|a| a.userinfo())),
                ("host", a.map(|a| a.host())),
                ("port", a.and_then(|a| a.port())),
                ("path", Some(path)),
                ("query", u.query_str()),
                ("fragment", u.fragment().map(|f| f.as_str())),
            ])
        }
    };
}
iri_string!(iri_string_uri, UriReferenceStr);
iri_string!(iri_string_iri, IriReferenceStr);

fn oxiri(s: &str) -> Option<Parts<'_>> {
    let u = oxiri::IriRef::parse(s).ok()?;
    // The parts are of u, which is dropped, so they are found again in s.
    let (scheme, authority, query, fragment) =
        (u.scheme().map(str::len), u.authority().map(str::len), u.query().map(str::len), u.fragment().map(str::len));
    let mut end = s.len();
    let mut last = |length: Option<usize>| length.map(|n| { let part = &s[end - n..end]; end -= n + 1; part });
    let (fragment, query) = (last(fragment), last(query));
    let start = u.path().len();
    let scheme = scheme.map(|n| &s[..n]);
    let path = &s[end - start..end];
    let authority = authority.map(|n| &s[end - start - n..end - start]);
    Some(vec![("scheme", scheme), ("authority", authority), ("path", Some(path)), ("query", query), ("fragment", fragment)])
}

fn valid(ok: bool) -> Option<Parts<'static>> {
    ok.then(Vec::new)
}

/// Offsets are of characters: a text of octets has one for each.
fn offset(text: &str, part: &str, by_character: bool) -> usize {
    let start = part.as_ptr() as usize - text.as_ptr() as usize;
    if by_character { text[..start].chars().count() } else { start }
}

fn main() {
    let name = std::env::args().nth(1).unwrap_or_default();
    let version = std::env::args().nth(2).unwrap_or_default();
    let (parts, utf8, parse): (_, bool, fn(&str) -> Option<Parts<'_>>) = match name.as_str() {
        "url" => ("", false, |s| valid(url::Url::parse(s).is_ok())),
        "fluent-uri" => (ALL, false, fluent_uri),
        "iri-string" => (ALL, false, iri_string_uri),
        "iri-string-iri" => (ALL, true, iri_string_iri),
        "oxiri" => (FIVE, true, oxiri),
        "http" => ("", false, |s| valid(s.parse::<http::Uri>().is_ok())),
        "uriparse" => ("", false, |s| valid(uriparse::URIReference::try_from(s).is_ok())),
        _ => panic!("no parser {name}"),
    };
    let mut out = std::io::stdout().lock();
    writeln!(out, r#"{{"parser":"Rust {name}","version":"{version}","parts":[{parts}]}}"#).unwrap();
    out.flush().unwrap();
    for line in BufReader::new(std::io::stdin()).lines() {
        let line = line.unwrap();
        let (id, hex) = line.trim_start_matches(r#"{"id":"#).split_once(r#","hex":""#).unwrap();
        let octets: Vec<u8> =
            hex.trim_end_matches(r#""}"#).as_bytes().chunks(2).map(|h| u8::from_str_radix(std::str::from_utf8(h).unwrap(), 16).unwrap()).collect();
        let text: Option<String> = if utf8 { String::from_utf8(octets).ok() } else { Some(octets.iter().map(|&b| b as char).collect()) };
        let mut answer = format!(r#"{{"id":{id},"valid":"#);
        match text.as_deref().and_then(|text| parse(text).map(|parts| (text, parts))) {
            Some((text, parts)) => {
                answer += "true";
                for (name, part) in parts {
                    if let Some(part) = part {
                        let start = offset(text, part, !utf8);
                        let length = if utf8 { part.len() } else { part.chars().count() };
                        answer += &format!(r#","{name}":[{start},{}]"#, start + length);
                    }
                }
            }
            None => answer += "false",
        }
        writeln!(out, "{answer}}}").unwrap();
        out.flush().unwrap();
    }
}
