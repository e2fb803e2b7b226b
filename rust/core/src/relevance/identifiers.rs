//! Identifiers: what stands in a text that later calls will need again, letter by letter.

/// The shortest identifier with a digit, in characters.
const LEAST_CHARS: usize = 4;

/// The identifiers of a text, as they stand in it, also those that stand in it more than once.
///
/// A run of letters, digits and `_ . / @ -` is one if it has four characters and a digit among them, or if it is a
/// path, dotted, in `snake_case` or in camelCase. Marks at its ends do not belong to it.
///
/// ```
/// use contextthrift_core::relevance::identifiers;
///
/// let found: Vec<&str> = identifiers("Order #W2378156 of omar_davis is in src/main.rs, says userId.").collect();
/// assert_eq!(found, ["W2378156", "omar_davis", "src/main.rs", "userId"]);
/// ```
pub fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|sign: char| !is_part(sign))
        .map(|run| run.trim_matches(|sign: char| sign != '_' && !sign.is_alphanumeric()))
        .filter(|run| is_identifier(run))
}

fn is_part(sign: char) -> bool {
    matches!(sign, '_' | '.' | '/' | '@' | '-') || sign.is_alphanumeric()
}

fn is_identifier(run: &str) -> bool {
    let mut before = ' ';
    let (mut chars, mut is_told_apart) = (0_usize, false);
    for sign in run.chars() {
        chars = chars.saturating_add(1);
        is_told_apart |= matches!(sign, '_' | '.' | '/') || sign.is_numeric();
        is_told_apart |= before.is_lowercase() && sign.is_uppercase();
        before = sign;
    }
    is_told_apart && chars >= LEAST_CHARS
}
