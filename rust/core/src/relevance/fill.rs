//! A budget filled with the messages whose identifiers later calls are most likely to need.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use super::identifiers::identifiers;
use crate::Error;

/// What an identifier is still worth once a message that holds it was taken.
const HELD_WORTH: f64 = 0.1;
/// What the newest message is worth for its age alone.
const NEWEST_WORTH: f64 = 0.5;
/// What is left of that with each message that came later: half of it with six.
const AGE_DECAY: f64 = 0.890_898_718_140_339_3;
/// A shorter message weighs as much as one of so many tokens.
const LEAST_WEIGHT: u64 = 4;

/// The places of the messages that are kept within a budget besides the newest `recent`, in the order in which they
/// were taken. The newest stay whatever they cost, which is not counted; what they hold is held from the beginning.
///
/// Each step takes, of those that still fit, the message with the largest worth for its weight. Its worth is that of its
/// identifiers, which are worth more the fewer stand together in one message and a tenth once they are held, and
/// a little for being new. Its weight is its cost to the power of 5/8. Of equals the newest is taken.
///
/// A larger budget does not always keep a superset: what it has room for changes what is worth taking next.
///
/// # Errors
/// There is not one cost for each text.
///
/// ```
/// use contextthrift_core::relevance::fill_by_identifiers;
///
/// let texts = ["order W2378156", "thanks a lot, this was very kind", "what was the order again?"];
/// assert_eq!(fill_by_identifiers(&texts, &[6, 9, 7], 0, 13).unwrap(), [0, 2]);
/// assert_eq!(fill_by_identifiers(&texts, &[6, 9, 7], 1, 6).unwrap(), [0]);
/// ```
pub fn fill_by_identifiers<T: AsRef<str>>(
    texts: &[T],
    costs: &[u64],
    recent: usize,
    budget: u64,
) -> Result<Vec<usize>, Error> {
    if texts.len() != costs.len() {
        return Err(Error::length("costs", texts.len(), costs.len()));
    }
    let mut graph = Graph::of(texts);
    let older = texts.len().saturating_sub(recent);
    (older..texts.len()).for_each(|place| graph.hold(place));
    let mut queue: BinaryHeap<Candidate> = (0..older).map(|place| graph.candidate(place, costs)).collect();
    let (mut taken, mut left) = (Vec::new(), budget);
    while let Some(top) = queue.pop() {
        let Some(rest) = costs.get(top.place).and_then(|cost| left.checked_sub(*cost)) else {
            continue; // what does not fit now never will
        };
        let fresh = graph.candidate(top.place, costs);
        if fresh.worth < top.worth && queue.peek().is_some_and(|next| *next > fresh) {
            queue.push(fresh);
        } else {
            graph.hold(top.place);
            taken.push(top.place);
            left = rest;
        }
    }
    Ok(taken)
}

/// Which message holds which identifiers, and which of these were taken.
///
/// A worth never grows while messages are taken, so the largest old one that is still true is the largest.
struct Graph {
    /// The distinct identifiers of each message, in the order in which they first stand in it.
    held_by: Vec<Vec<usize>>,
    /// What each identifier is worth now.
    worth: Vec<f64>,
    is_held: Vec<bool>,
    /// What each message is worth for its age.
    newness: Vec<f64>,
}

impl Graph {
    fn of<T: AsRef<str>>(texts: &[T]) -> Self {
        let mut numbers = HashMap::new();
        let held_by: Vec<Vec<usize>> =
            texts.iter().map(|text| distinct(text.as_ref(), &mut numbers)).collect();
        let mut fewest = vec![usize::MAX; numbers.len()];
        for held in &held_by {
            for number in held {
                if let Some(least) = fewest.get_mut(*number) {
                    *least = held.len().min(*least);
                }
            }
        }
        let worth = fewest.into_iter().map(|count| 1.0 / as_float(count).sqrt()).collect::<Vec<f64>>();
        Self { is_held: vec![false; worth.len()], newness: newness(texts.len()), held_by, worth }
    }

    fn candidate(&self, place: usize, costs: &[u64]) -> Candidate {
        let cost = costs.get(place).copied().unwrap_or(0);
        let identifiers = self.held_by.get(place).into_iter().flatten();
        let worth: f64 = identifiers.filter_map(|number| self.worth.get(*number)).sum();
        let newness = self.newness.get(place).copied().unwrap_or(0.0);
        Candidate { worth: (worth + newness) / weight(cost), place }
    }

    fn hold(&mut self, place: usize) {
        for number in self.held_by.get(place).into_iter().flatten() {
            if let (Some(is_held), Some(worth)) = (self.is_held.get_mut(*number), self.worth.get_mut(*number))
                && !*is_held
            {
                *is_held = true;
                *worth *= HELD_WORTH;
            }
        }
    }
}

/// The distinct identifiers of a text as numbers; those that are new get the next ones.
fn distinct<'t>(text: &'t str, numbers: &mut HashMap<&'t str, usize>) -> Vec<usize> {
    let mut seen = std::collections::HashSet::new();
    let mut found = Vec::new();
    for identifier in identifiers(text) {
        let next = numbers.len();
        let number = *numbers.entry(identifier).or_insert(next);
        if seen.insert(number) {
            found.push(number);
        }
    }
    found
}

fn newness(count: usize) -> Vec<f64> {
    let ages = std::iter::successors(Some(NEWEST_WORTH), |worth| Some(worth * AGE_DECAY));
    let mut newness: Vec<f64> = ages.take(count).collect();
    newness.reverse();
    newness
}

/// The cost to the power of 5/8, by square roots alone: they are rounded alike on every machine.
fn weight(cost: u64) -> f64 {
    let half = as_float(usize::try_from(cost.max(LEAST_WEIGHT)).unwrap_or(usize::MAX)).sqrt();
    half * half.sqrt().sqrt()
}

#[expect(clippy::cast_precision_loss, reason = "a count beyond 2^53 weighs as much as its neighbour")]
fn as_float(count: usize) -> f64 {
    count as f64
}

/// A message with what it was worth when it was looked at; the largest worth first, of equals the newest.
#[derive(PartialEq)]
struct Candidate {
    worth: f64,
    place: usize,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Self) -> Ordering {
        self.worth.total_cmp(&other.worth).then(self.place.cmp(&other.place))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
