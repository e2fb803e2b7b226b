//! What holds of every plan, on random input.

// What clippy.toml allows in tests it allows where it sees this.
#![cfg(test)]
#![allow(
    clippy::arithmetic_side_effects,
    reason = "costs in these worlds are small, and an overflow fails the test"
)]

mod reference;

#[path = "properties/bad_input.rs"]
mod bad_input;
#[path = "properties/conversations.rs"]
mod conversations;
#[path = "properties/working_sets.rs"]
mod working_sets;

use contextthrift_core::budget;
use proptest::prelude::*;

const CASES: u32 = 1_000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn a_budget_is_the_window_without_its_reserve(
        window in any::<u64>(), reserve in any::<u64>(), fractions in (0.0..=1.0_f64, 0.0..=1.0_f64)
    ) {
        prop_assert_eq!(budget::resolve(window, Some(reserve), 0.35), Ok(window.saturating_sub(reserve)));
        let (less, more) = (fractions.0.min(fractions.1), fractions.0.max(fractions.1));
        let (larger, smaller) = (budget::resolve(window, None, less), budget::resolve(window, None, more));
        prop_assert!(smaller.unwrap() <= larger.clone().unwrap() && larger.unwrap() <= window);
    }
}

fn share_of(total: u64, thousandths: u64) -> u64 {
    let share = u128::from(total) * u128::from(thousandths) / 1_000;
    u64::try_from(share).unwrap()
}
