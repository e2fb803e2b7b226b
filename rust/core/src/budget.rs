//! Window, reserve and budget: what of a window may be filled.

use crate::Error;

/// The share of a window that is reserved for the reply when the caller names no reserve.
/// Source: the recorded behaviour of the original pass.
pub const DEFAULT_RESERVE_FRACTION: f64 = 0.35;

/// The tokens that may be sent: the window without its reserve, never below zero.
///
/// Without an explicit `reserve` it is `window * fraction`, rounded up after a plain double
/// multiplication (so 100 * 0.07 reserves 8). A reserve above the window leaves nothing.
///
/// # Errors
/// A `fraction` that is not a number between 0 and 1.
pub fn resolve(window: u64, reserve: Option<u64>, fraction: f64) -> Result<u64, Error> {
    let reserve = match reserve {
        Some(tokens) => tokens,
        None => share(window, fraction)?,
    };
    Ok(window.saturating_sub(reserve))
}

#[allow(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the published rule is a multiplication of doubles; the cast back saturates"
)]
fn share(window: u64, fraction: f64) -> Result<u64, Error> {
    if !(0.0..=1.0).contains(&fraction) {
        return Err(Error::fraction("reserve_fraction"));
    }
    Ok((window as f64 * fraction).ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_a_product_of_doubles_rounded_up() {
        assert_eq!(resolve(100, None, 0.07), Ok(92));
        assert_eq!(resolve(128_000, None, DEFAULT_RESERVE_FRACTION), Ok(83_200));
    }

    #[test]
    fn a_reserve_above_the_window_leaves_nothing() {
        assert_eq!(resolve(10, Some(11), 0.35), Ok(0));
        assert_eq!(resolve(u64::MAX, Some(0), 0.35), Ok(u64::MAX));
    }

    #[test]
    fn a_fraction_outside_the_unit_interval_is_refused() {
        for fraction in [-0.1, 1.1, f64::NAN, f64::INFINITY] {
            assert_eq!(resolve(10, None, fraction), Err(Error::fraction("reserve_fraction")));
        }
    }
}
