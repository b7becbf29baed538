//! Lets parsers written in Rust, and Ada (C++) by its crate, do work with each line of a file:
//!
//!     peers PEER WORK FILE PASSES [BASE]
//!
//! Without arguments it prints each pair of PEER and WORK. Otherwise it prints how many lines were
//! accepted in a pass, the length of all results, and the nanoseconds of processor time for a line in
//! each pass. What is changed or resolved was parsed before.
use std::hint::black_box;

#[repr(C)]
struct Timespec {
    sec: i64,
    nsec: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, t: *mut Timespec) -> i32;
}

/// The processor time of this thread in nanoseconds.
fn clock() -> f64 {
    let mut t = Timespec { sec: 0, nsec: 0 };
    unsafe { clock_gettime(3, &mut t) };
    t.sec as f64 * 1e9 + t.nsec as f64
}

/// Does the work with each line that `prepare` accepts.
fn each<'a, T>(lines: &[&'a str], passes: usize, prepare: impl Fn(&'a str) -> Option<T>, work: impl Fn(&T) -> Option<usize>) {
    let list: Vec<T> = lines.iter().filter_map(|s| prepare(s)).collect();
    for pass in 0..passes {
        let (mut accepted, mut size) = (0, 0);
        let start = clock();
        for x in &list {
            if let Some(n) = work(black_box(x)) {
                accepted += 1;
                size += n;
            }
        }
        let ns = (clock() - start) / lines.len().max(1) as f64;
        if pass == 0 {
            print!("{accepted} {size}");
        }
        print!(" {ns:.1}");
    }
    println!();
}

const WORKS: &str = "url parse, url href, url resolve, url scheme, url host, url port, url path, url query, url fragment, \
ada href, ada valid, ada resolve, ada scheme, ada host, ada port, ada path, ada query, ada fragment, \
fluent-uri parse, fluent-uri resolve, fluent-uri normalize, fluent-uri fragment, \
iri-string parse, iri-string resolve, iri-string normalize, oxiri parse, oxiri resolve, http parse, uriparse parse, \
percent-encoding unescape";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if args.len() < 5 {
        WORKS.split(", ").for_each(|w| println!("{w}"));
        return;
    }
    let text = std::fs::read_to_string(&args[3]).expect("the file");
    let lines: Vec<&str> = text.lines().collect();
    let passes: usize = args[4].parse().expect("the passes");
    let base = args.get(5).map_or("http://h/", |s| s.as_str());
    run(&args[1], &args[2], &lines, passes, base);
}

fn run(peer: &str, work: &str, lines: &[&str], passes: usize, base: &str) {
    let text = |s| Some::<&str>(s);
    let url = |s: &str| url::Url::parse(s).ok();
    let ada = |s: &str| ada_url::Url::parse(s, None).ok();
    // A changed copy of a URL, and the length of its text.
    let set_url = |set: &dyn Fn(&mut url::Url) -> bool| {
        each(lines, passes, url, |u| {
            let mut v = u.clone();
            set(&mut v).then(|| black_box(v.as_str()).len())
        })
    };
    let set_ada = |set: &dyn Fn(&mut ada_url::Url) -> bool| {
        each(lines, passes, ada, |u| {
            let mut v = u.clone();
            set(&mut v).then(|| black_box(v.href()).len())
        })
    };
    match (peer, work) {
        ("url", "parse" | "href") => each(lines, passes, text, |s| url::Url::parse(s).ok().map(|u| black_box(u.as_str()).len())),
        ("url", "resolve") => {
            let base = url::Url::parse(base).expect("the base");
            each(lines, passes, text, |s| base.join(s).ok().map(|u| black_box(u.as_str()).len()))
        }
        ("url", "scheme") => set_url(&|u| u.set_scheme("ftp").is_ok()),
        ("url", "host") => set_url(&|u| u.set_host(Some("new.example")).is_ok()),
        ("url", "port") => set_url(&|u| u.set_port(Some(8080)).is_ok()),
        ("url", "path") => set_url(&|u| { u.set_path("/new/path"); true }),
        ("url", "query") => set_url(&|u| { u.set_query(Some("a=new&b=query")); true }),
        ("url", "fragment") => set_url(&|u| { u.set_fragment(Some("new")); true }),

        ("ada", "href") => each(lines, passes, text, |s| ada_url::Url::parse(*s, None).ok().map(|u| black_box(u.href()).len())),
        ("ada", "valid") => each(lines, passes, text, |s| ada_url::Url::can_parse(s, None).then_some(0)),
        ("ada", "resolve") => each(lines, passes, text, |s| ada_url::Url::parse(*s, Some(base)).ok().map(|u| black_box(u.href()).len())),
        ("ada", "scheme") => set_ada(&|u| u.set_protocol("ftp").is_ok()),
        ("ada", "host") => set_ada(&|u| u.set_hostname(Some("new.example")).is_ok()),
        ("ada", "port") => set_ada(&|u| u.set_port(Some("8080")).is_ok()),
        ("ada", "path") => set_ada(&|u| u.set_pathname(Some("/new/path")).is_ok()),
        ("ada", "query") => set_ada(&|u| { u.set_search(Some("a=new&b=query")); true }),
        ("ada", "fragment") => set_ada(&|u| { u.set_hash(Some("new")); true }),

        ("fluent-uri", "parse") => each(lines, passes, text, |s| fluent_uri::UriRef::parse(*s).ok().map(|u| black_box(u.path()).as_str().len())),
        ("fluent-uri", "resolve") => {
            let base = fluent_uri::Uri::parse(base).expect("the base");
            each(lines, passes, |s| fluent_uri::UriRef::parse(s).ok(), |u| u.resolve_against(&base).ok().map(|v| black_box(v.as_str()).len()))
        }
        ("fluent-uri", "normalize") => each(lines, passes, |s| fluent_uri::UriRef::parse(s).ok(), |u| Some(black_box(u.normalize().as_str()).len())),
        ("fluent-uri", "fragment") => {
            let new = fluent_uri::pct_enc::EStr::new("new").expect("a fragment");
            each(lines, passes, |s| fluent_uri::UriRef::parse(s).ok(), |u| Some(black_box(u.with_fragment(Some(new)).as_str()).len()))
        }

        ("iri-string", "parse") => each(lines, passes, text, |s| iri_string::types::UriReferenceStr::new(s).ok().map(|u| black_box(u.path_str()).len())),
        ("iri-string", "resolve") => {
            let base = iri_string::types::UriAbsoluteStr::new(base).expect("the base");
            each(lines, passes, |s| iri_string::types::UriReferenceStr::new(s).ok(), |u| Some(black_box(u.resolve_against(base).to_string()).len()))
        }
        ("iri-string", "normalize") => each(lines, passes, |s| iri_string::types::UriStr::new(s).ok(), |u| Some(black_box(u.normalize().to_string()).len())),

        ("oxiri", "parse") => each(lines, passes, text, |s| oxiri::IriRef::parse(*s).ok().map(|u| black_box(u.path()).len())),
        ("oxiri", "resolve") => {
            let base = oxiri::Iri::parse(base).expect("the base");
            each(lines, passes, |s| oxiri::IriRef::parse(s).ok(), |r| base.resolve(r).ok().map(|u| black_box(u.as_str()).len()))
        }
        ("http", "parse") => each(lines, passes, text, |s| s.parse::<http::Uri>().ok().map(|u| black_box(u.path()).len())),
        ("uriparse", "parse") => each(lines, passes, text, |s| uriparse::URIReference::try_from(*s).ok().map(|u| black_box(u.path().segments().len()))),
        ("percent-encoding", "unescape") => each(lines, passes, text, |s| Some(black_box(std::borrow::Cow::<[u8]>::from(percent_encoding::percent_decode_str(s))).len())),
        _ => panic!("{peer} does not do {work}"),
    }
}
