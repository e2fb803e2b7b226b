//! One candidate behind one command line; the driver in Python compares what they print.
//!
//! ```text
//! counts  ENCODING FILE             one count a text, or `panic`
//! hostile ENCODING FILE STACK_KIB   each text in its own thread: count, CPU ms, peak KiB; or `panic`
//! speed   ENCODING FILE             tokens, then CPU ns of a first pass and of two repeats
//! threads ENCODING FILE NUMBER      `same` when that many threads count as one does
//! load    ENCODING                  CPU ms to the first count, resident KiB
//! ```
//!
//! A file holds texts: four bytes of length, little-endian, then that much UTF-8. Times are CPU time
//! of the thread, because the wall clock of a shared machine is noise. 64-bit Linux only.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::{env, fs, thread};

#[cfg(feature = "contextthrift")]
fn load(encoding: &str) -> impl Fn(&str) -> usize + Sync + use<> {
    contextthrift_core::encoding::set_cache_size(0).expect("a size that switches the cache off");
    let encoding =
        contextthrift_core::encoding::Encoding::named(encoding).expect("an encoding that is built in");
    move |text| encoding.count(text).expect("a count") as usize
}

#[cfg(feature = "toktok")]
fn load(encoding: &str) -> impl Fn(&str) -> usize + Sync + use<> {
    let tokenizer = toktok::Tokenizer::builtin(encoding).expect("an encoding that is built in");
    move |text| tokenizer.count(text.as_bytes())
}

#[cfg(feature = "tiktoken4")]
fn load(encoding: &str) -> impl Fn(&str) -> usize + Sync + use<> {
    let bpe = tiktoken::get_encoding(encoding).expect("an encoding that is built in");
    move |text| bpe.count(text)
}

#[cfg(feature = "bpe")]
fn load(encoding: &str) -> impl Fn(&str) -> usize + Sync + use<> {
    let tokenizer = match encoding {
        "cl100k_base" => bpe_openai::cl100k_base(),
        "o200k_base" => bpe_openai::o200k_base(),
        _ => panic!("{encoding} is not built in"),
    };
    move |text| tokenizer.count(text)
}

/// Without a candidate: what this program costs by itself.
#[cfg(not(any(feature = "contextthrift", feature = "toktok", feature = "tiktoken4", feature = "bpe")))]
fn load(_: &str) -> impl Fn(&str) -> usize + Sync + use<> {
    str::len
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["counts", encoding, file] => counts(load(encoding), &texts(file)),
        ["hostile", encoding, file, kib] => hostile(&load(encoding), &texts(file), number(kib)),
        ["speed", encoding, file] => speed(load(encoding), &texts(file)),
        ["threads", encoding, file, threads] => same(&load(encoding), &texts(file), number(threads)),
        ["load", encoding] => first(encoding),
        _ => panic!("counts | hostile | speed | threads | load, see src/main.rs"),
    }
}

fn counts(count: impl Fn(&str) -> usize, texts: &[String]) {
    std::panic::set_hook(Box::new(|_| {}));
    for text in texts {
        match catch_unwind(AssertUnwindSafe(|| count(text))) {
            Ok(tokens) => println!("{tokens}"),
            Err(_) => println!("panic"),
        }
    }
}

fn hostile(count: &(impl Fn(&str) -> usize + Sync), texts: &[String], stack_kib: usize) {
    for text in texts {
        let (counted, peak) = thread::scope(|scope| {
            let small = thread::Builder::new().stack_size(stack_kib << 10);
            let worker = small.spawn_scoped(scope, || timed(|| count(text))).expect("a thread");
            (worker.join(), status("VmHWM:"))
        });
        match counted {
            Ok((tokens, ns)) => println!("{tokens} {:.3} {peak}", ns as f64 / 1e6),
            Err(_) => println!("panic"),
        }
    }
}

fn speed(count: impl Fn(&str) -> usize, texts: &[String]) {
    for _ in 0..20 {
        count("warm up the library now, please. x = 1\n");
    }
    let pass = || timed(|| texts.iter().map(|text| count(text)).sum::<usize>());
    let ((tokens, first), (_, second), (_, third)) = (pass(), pass(), pass());
    println!("{tokens} {first} {second} {third}");
}

fn same(count: &(impl Fn(&str) -> usize + Sync), texts: &[String], threads: usize) {
    let alone: Vec<usize> = texts.iter().map(|text| count(text)).collect();
    let is_same = || texts.iter().zip(&alone).all(|(text, &tokens)| count(text) == tokens);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| assert!(is_same()));
        }
    });
    println!("same");
}

fn first(encoding: &str) {
    let (_, ns) = timed(|| load(encoding)("hello world"));
    println!("{:.2} {}", ns as f64 / 1e6, status("VmRSS:"));
}

fn texts(file: &str) -> Vec<String> {
    let data = fs::read(file).expect("the file of texts");
    let (mut rest, mut texts) = (&data[..], Vec::new());
    while let Some((length, behind)) = rest.split_first_chunk() {
        let (text, next) = behind.split_at(u32::from_le_bytes(*length) as usize);
        texts.push(String::from_utf8(text.to_vec()).expect("UTF-8"));
        rest = next;
    }
    texts
}

fn number(argument: &str) -> usize {
    argument.parse().expect("a number")
}

/// A field of the process's status in KiB, 0 without one.
fn status(field: &str) -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let value = |line: &str| line.strip_prefix(field)?.split_whitespace().next()?.parse().ok();
    status.lines().find_map(value).unwrap_or(0)
}

/// What the work gives, and the CPU nanoseconds that this thread spent on it.
fn timed<T>(work: impl FnOnce() -> T) -> (T, i64) {
    let started = cpu();
    let result = work();
    (result, cpu() - started)
}

fn cpu() -> i64 {
    const CLOCK_THREAD_CPUTIME_ID: i32 = 3;
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }
    let mut time = [0; 2];
    // SAFETY: on 64-bit Linux a `timespec` is two i64, and `time` outlives the call.
    unsafe { clock_gettime(CLOCK_THREAD_CPUTIME_ID, &mut time) };
    time[0] * 1_000_000_000 + time[1]
}
