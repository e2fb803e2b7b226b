//! The ranking of a catalogue's tools; what it finds is compared with a slow twin in Python's tests.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]

use contextthrift_core::relevance::catalog::{Catalog, FIELDS, HEAVIEST, Parts};
use proptest::prelude::*;

const WEIGHTS: [f64; FIELDS] = [3.0, 2.0, 0.75, 1.0, 0.5];
const PARTS: Parts = Parts { grams: 0.75, name: 0.4, server: 0.3 };

fn places(catalog: &Catalog, query: &str, limit: usize, without: &[usize]) -> Vec<usize> {
    catalog.search(query, limit, without, PARTS).unwrap().into_iter().map(|hit| hit.tool).collect()
}

fn any_tool() -> impl Strategy<Value = [String; FIELDS]> {
    let text = prop_oneof!["[a-c_A-C0-1 \u{130}é東京都]{0,12}", any::<String>()];
    (text.clone(), "[ab]?", text.clone(), text.clone(), text).prop_map(<[String; FIELDS]>::from)
}

proptest! {
    #[test]
    fn hits_are_distinct_and_in_falling_order(
        tools in prop::collection::vec(any_tool(), 0..9), query in any::<String>(), limit in 0..12_usize
    ) {
        let catalog = Catalog::build(&tools, WEIGHTS).unwrap();
        let asked = format!("{query} {}", tools.first().map_or("", |tool| &tool[2]));
        let hits = catalog.search(&asked, limit, &[], PARTS).unwrap();
        prop_assert!(hits.len() <= limit.min(tools.len()));
        let falling = |pair: &[contextthrift_core::relevance::catalog::Hit]| {
            pair[0].score > pair[1].score || (pair[0].score >= pair[1].score && pair[0].tool < pair[1].tool)
        };
        prop_assert!(hits.windows(2).all(falling));
        prop_assert!(hits.iter().all(|hit| hit.score > 0.0 && hit.score.is_finite()));
    }

    #[test]
    fn a_tool_is_found_by_its_own_words(tools in prop::collection::vec(any_tool(), 1..9), word in "[a-z]{2,9}") {
        let mut tools = tools;
        tools.push([word.clone(), String::new(), String::new(), String::new(), String::new()]);
        let catalog = Catalog::build(&tools, WEIGHTS).unwrap();
        prop_assert!(places(&catalog, &word, usize::MAX, &[]).contains(&tools.len().saturating_sub(1)));
    }
}

#[test]
fn an_empty_catalogue_has_no_hits() {
    let catalog = Catalog::build::<&str>(&[], WEIGHTS).unwrap();
    assert!(catalog.is_empty());
    assert_eq!(catalog.search("anything", 10, &[0, 7], PARTS), Ok(Vec::new()));
}

#[test]
fn ties_stand_as_declared_and_what_is_left_out_changes_nothing_else() {
    let tools = [["zip", "", "", "", ""]; 5];
    let catalog = Catalog::build(&tools, WEIGHTS).unwrap();
    assert_eq!(places(&catalog, "zip", 10, &[]), [0, 1, 2, 3, 4]);
    assert_eq!(places(&catalog, "zip", 2, &[0, 3, 99]), [1, 2]);
}

#[test]
fn weights_that_cannot_be_meant_are_refused() {
    for weight in [-0.1, f64::NAN, f64::INFINITY, HEAVIEST + 1.0] {
        let error = Catalog::build::<&str>(&[], [weight; FIELDS]).unwrap_err();
        assert!(error.to_string().starts_with("weights "), "{error}");
        let catalog = Catalog::build::<&str>(&[], WEIGHTS).unwrap();
        assert!(catalog.search("", 1, &[], Parts { server: weight, ..PARTS }).is_err());
    }
}

#[test]
fn the_heaviest_and_the_lightest_weights_give_finite_scores() {
    let tools = [["a_b", "s", "a", "b", "a"], ["b", "s", "", "", "b b b"]];
    for weight in [0.0, f64::MIN_POSITIVE, 1e-30, HEAVIEST] {
        let catalog = Catalog::build(&tools, [weight; FIELDS]).unwrap();
        let hits =
            catalog.search("a b", 9, &[], Parts { grams: weight, name: weight, server: weight }).unwrap();
        assert!(hits.iter().all(|hit| hit.score.is_finite()), "{weight}");
    }
}
