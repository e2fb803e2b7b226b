//! The natural logarithm, the same on every machine.

/// The logarithm of a positive, normal number.
///
/// That of the standard library comes from the machine's own and may differ in its last bit, which
/// would tell two turns apart here that tie there. This one adds and divides alone, which is exact to
/// the last bit by IEEE 754; it is right to about 15 digits.
pub(super) fn logarithm(number: f64) -> f64 {
    let (mut fraction, mut halvings) = (number, 0.0);
    while fraction > std::f64::consts::SQRT_2 {
        fraction *= 0.5;
        halvings += 1.0;
    }
    while fraction < std::f64::consts::FRAC_1_SQRT_2 {
        fraction *= 2.0;
        halvings -= 1.0;
    }
    let part = (fraction - 1.0) / (fraction + 1.0);
    let square = part * part;
    // ln(x) = 2 (p + p^3/3 + p^5/5 + ...) for p = (x - 1) / (x + 1); here p is below 0.172.
    let series = [21.0, 19.0, 17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0]
        .iter()
        .fold(0.0, |sum, odd| (sum + 1.0 / odd) * square);
    halvings * std::f64::consts::LN_2 + 2.0 * part * (1.0 + series)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_logarithm() {
        for number in [1e-9, 0.3, 0.7, 1.0, 1.0001, 1.41, 2.0, 10.0, 12_345.678, 1e9] {
            let (own, other) = (logarithm(number), f64::ln(number));
            assert!((own - other).abs() <= 1e-14 * other.abs().max(1.0), "{number}: {own} and {other}");
        }
        assert_eq!(logarithm(1.0).to_bits(), 0.0_f64.to_bits());
    }
}
