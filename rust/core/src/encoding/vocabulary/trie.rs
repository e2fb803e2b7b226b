//! The texts of all tokens as a tree of bytes in one array, a double-array trie (Aoe 1989).
//!
//! A node is a slot. Its child for a byte is in slot `base ^ byte`, if the slot there names it as its parent:
//! one look at memory for each byte.

use super::texts::Texts;
use super::{Found, Token};

pub(super) struct Trie {
    slots: Vec<Slot>,
}

impl Trie {
    /// The longest token that `text` begins with; none of no text.
    #[inline]
    pub(super) fn longest_in(&self, text: &[u8], mut met: impl FnMut(Token)) -> Option<Found> {
        let (mut place, mut base, mut longest) = (Slot::ROOT, 0, None);
        for (depth, byte) in text.iter().enumerate() {
            let next = base ^ u32::from(*byte);
            let Some(slot) = self.slots.get(next as usize).filter(|slot| slot.parent() == place) else {
                break;
            };
            (place, base) = (next, slot.base());
            if slot.token() != Slot::NO_TOKEN {
                met(slot.token());
                longest = Some(Found { token: slot.token(), length: depth.wrapping_add(1) });
            }
        }
        longest
    }
}

/// The place of the parent in the highest 22 bits, the base in the next 22, the token in the lowest 20.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Slot(u64);

impl Slot {
    const PLACE: u32 = 22;
    const TOKEN: u32 = 20;

    const NO_TOKEN: Token = (1 << Self::TOKEN) - 1;
    /// The parent of no node.
    const NOWHERE: u32 = (1 << Self::PLACE) - 1;
    /// The parent of the bytes, which has no slot.
    const ROOT: u32 = Self::NOWHERE - 1;
    const FREE: Self = Self::new(Self::NOWHERE, 0, Self::NO_TOKEN);

    const fn new(parent: u32, base: u32, token: Token) -> Self {
        Self((parent as u64) << (Self::PLACE + Self::TOKEN) | (base as u64) << Self::TOKEN | token as u64)
    }

    #[inline]
    fn parent(self) -> u32 {
        (self.0 >> (Self::PLACE + Self::TOKEN)) as u32
    }

    #[inline]
    fn base(self) -> u32 {
        (self.0 >> Self::TOKEN) as u32 & ((1 << Self::PLACE) - 1)
    }

    #[inline]
    fn token(self) -> Token {
        self.0 as u32 & Self::NO_TOKEN
    }
}

/// Lays out a trie family by family, a family being the children of one node.
///
/// The youngest node's family is next, so that a way without branches lies in one place.
pub(super) struct Builder<'a> {
    texts: &'a Texts,
    slots: Vec<Slot>,
    /// The first slot that may be free.
    free: usize,
    shorter: Vec<Token>,
}

/// A node whose children are still to be placed.
struct Open<'a> {
    place: u32,
    /// The longest token on the way to it, itself included.
    longest: Token,
    /// Bytes on the way to it.
    depth: usize,
    /// All tokens below it, in the order of their texts.
    below: &'a [Token],
}

/// Free slots that are tried for a family before it gets a new block.
const TRIES: usize = 64;

impl<'a> Builder<'a> {
    pub(super) fn new(texts: &'a Texts) -> Self {
        Self { texts, slots: vec![Slot::FREE; 256], free: 0, shorter: (0..texts.count()).collect() }
    }

    /// The trie, and for each token the longest other token that begins it, which for a byte is itself. None
    /// where there are too many nodes to number.
    pub(super) fn finish(mut self) -> Option<(Trie, Vec<Token>)> {
        let sorted = self.texts.sorted();
        let mut open = Vec::new();
        self.place_family(&mut open, &Open { place: Slot::ROOT, longest: 0, depth: 0, below: &sorted });
        while let Some(node) = open.pop() {
            self.place_family(&mut open, &node);
        }
        (self.slots.len() < Slot::ROOT as usize).then_some((Trie { slots: self.slots }, self.shorter))
    }

    fn place_family<'b>(&mut self, open: &mut Vec<Open<'b>>, node: &Open<'b>) {
        let texts = self.texts;
        let byte = |token: &Token| texts.get(*token).get(node.depth).copied().unwrap_or_default();
        let children: Vec<(u8, &[Token])> = node
            .below
            .chunk_by(|a, b| byte(a) == byte(b))
            .filter_map(|child| Some((byte(child.first()?), child)))
            .collect();
        let base = self.base_for(&children);
        if let Some(slot) = self.slots.get_mut(node.place as usize) {
            *slot = Slot::new(slot.parent(), base, slot.token());
        }
        open.extend(
            children.into_iter().map(|(byte, below)| self.place(node, base ^ u32::from(byte), below)),
        );
    }

    fn place<'b>(&mut self, parent: &Open<'b>, place: u32, below: &'b [Token]) -> Open<'b> {
        let depth = parent.depth.wrapping_add(1);
        let (token, below) = match below.split_first() {
            Some((token, below)) if self.texts.get(*token).len() == depth => (Some(*token), below),
            _ => (None, below),
        };
        if let Some(slot) = self.slots.get_mut(place as usize) {
            *slot = Slot::new(parent.place, 0, token.unwrap_or(Slot::NO_TOKEN));
        }
        if depth > 1
            && let Some(slot) = token.and_then(|token| self.shorter.get_mut(token as usize))
        {
            *slot = parent.longest;
        }
        Open { place, longest: token.unwrap_or(parent.longest), depth, below }
    }

    /// A base with which the slots of all children are free; 0, where only bytes stand, for no children.
    fn base_for(&mut self, children: &[(u8, &[Token])]) -> u32 {
        let Some((first, _)) = children.first() else { return 0 };
        while self.slots.get(self.free).is_some_and(|slot| *slot != Slot::FREE) {
            self.free = self.free.wrapping_add(1);
        }
        let rest = self.slots.get(self.free..).unwrap_or_default();
        let free = (self.free as u32..).zip(rest).filter(|(_, slot)| **slot == Slot::FREE);
        let mut bases = free.take(TRIES).map(|(place, _)| place ^ u32::from(*first));
        let slot = |base: u32, byte: u8| self.slots.get((base ^ u32::from(byte)) as usize);
        let fits = |base: &u32| children.iter().all(|(byte, _)| slot(*base, *byte) == Some(&Slot::FREE));
        bases.find(fits).unwrap_or_else(|| self.grow())
    }

    /// Adds a block of free slots and gives its first place.
    fn grow(&mut self) -> u32 {
        let block = self.slots.len();
        self.slots.resize(block.wrapping_add(256), Slot::FREE);
        block as u32
    }
}
