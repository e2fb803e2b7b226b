//! The recorded cases of the folder, read one line at a time.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

/// The tag of cases that hold half a surrogate pair, which no Rust string can.
const LONE_SURROGATE: &str = "\"lone-surrogate\"";

/// How the names of files begin whose cases do not name a function.
const FUNCTION_OF_FILE: [(&str, &str); 3] = [
    ("subtract", "subtract_to_fit"),
    ("resolve_budget", "resolve_budget"),
    ("strip_thoughts", "strip_prior_turn_thoughts"),
];

/// One recorded case, and the file it stands in.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) file: String,
    pub(crate) value: Value,
}

impl Case {
    /// The case a line holds.
    pub(crate) fn parsed(file: &str, line: &str) -> serde_json::Result<Self> {
        let value = serde_json::from_str(line)?;
        Ok(Self { file: file.to_owned(), value })
    }

    pub(crate) fn id(&self) -> &str {
        self.value["id"].as_str().unwrap()
    }

    pub(crate) fn has_tag(&self, tag: &str) -> bool {
        self.value["tags"].as_array().is_some_and(|tags| tags.iter().any(|found| found == tag))
    }

    /// The name of the function the case is about.
    pub(crate) fn function(&self) -> String {
        match self.value["fn"].as_str() {
            Some("session") => "assemble_compacted_turns".to_owned(),
            Some(name) => name.to_owned(),
            None => self.function_of_file(),
        }
    }

    fn function_of_file(&self) -> String {
        let known = FUNCTION_OF_FILE.iter().find(|(start, _)| self.file.starts_with(start));
        known.map_or(self.file.as_str(), |(_, function)| function).to_owned()
    }
}

/// A file of the folder of golden cases.
pub(crate) fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name)
}

/// All cases but those that no Rust string can hold.
pub(crate) fn load() -> Vec<Case> {
    let entries = fs::read_dir(path("thrift")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ext| ext == "json"));
    paths.sort();
    assert!(!paths.is_empty(), "no recorded cases");
    paths.iter().flat_map(cases_of).collect()
}

fn cases_of(path: &PathBuf) -> Vec<Case> {
    let file = path.file_stem().unwrap().to_str().unwrap();
    let text = fs::read_to_string(path).unwrap();
    let (head, rest) = text.split_once('\n').unwrap();
    let (lines, tail) = rest.trim_end().rsplit_once('\n').unwrap();
    let frame: Value = serde_json::from_str(&format!("{head}{tail}")).unwrap();
    assert_eq!((&frame["format"], &frame["cases"]), (&1.into(), &Value::Array(Vec::new())), "{file}");
    lines.lines().filter_map(|line| case_of(file, line.trim_end_matches(','))).collect()
}

fn case_of(file: &str, line: &str) -> Option<Case> {
    match Case::parsed(file, line) {
        Ok(case) => Some(case),
        Err(_) if line.contains(LONE_SURROGATE) => None,
        Err(why) => panic!("a case of {file} cannot be read: {why}\n{line}"),
    }
}
