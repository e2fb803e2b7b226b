//! What becomes of each message, whatever the way there.

use super::ladder::{Action, Plan};

/// What becomes of a message. It has a note or is a stub, never both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Nothing.
    Stays,
    /// Its content becomes a stub.
    Stub,
    /// It gets a gap note.
    Note,
    /// It is left out.
    LeftOut,
}

impl Change {
    /// Every change; its place here is its code.
    pub const ALL: [Self; 4] = [Self::Stays, Self::Stub, Self::Note, Self::LeftOut];

    /// The name of the change, for the other side of the door.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Stays => "stays",
            Self::Stub => "stub",
            Self::Note => "note",
            Self::LeftOut => "left-out",
        }
    }

    fn after(self, action: Action) -> Self {
        match action {
            Action::Stub => Self::Stub,
            Action::Note => Self::Note,
            Action::Unnote => Self::Stays,
            Action::Drop => Self::LeftOut,
            Action::Trim | Action::LeaveOut => self,
        }
    }
}

impl Plan {
    /// What becomes of each of so many messages.
    #[must_use]
    pub fn changes(&self, messages: usize) -> Vec<Change> {
        let mut changes = vec![Change::Stays; messages];
        for made in &self.made {
            if let Some(change) = changes.get_mut(made.place) {
                *change = change.after(made.action);
            }
        }
        changes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conversation::{Made, Stage};

    fn made(place: usize, action: Action) -> Made {
        Made { stage: Stage::EarlierUnits, cut: 0, place, action, before: 2, after: 1 }
    }

    #[test]
    fn a_message_is_in_the_end_what_its_last_change_made_of_it() {
        let cuts = [
            made(0, Action::Stub),
            made(0, Action::Drop),
            made(1, Action::Note),
            made(2, Action::Note),
            made(2, Action::Unnote),
            made(3, Action::Stub),
            made(3, Action::Trim),
            made(9, Action::LeaveOut),
        ];
        let (newest_results, current) = (Vec::new(), Vec::new());
        let plan = Plan { total_before: 9, total_after: 4, made: cuts.to_vec(), newest_results, current };
        let expected = [Change::LeftOut, Change::Note, Change::Stays, Change::Stub, Change::Stays];
        assert_eq!(plan.changes(5), expected);
    }
}
