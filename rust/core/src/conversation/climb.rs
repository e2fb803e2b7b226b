//! The state of one walk up the ladder: what each message costs now.

use super::ladder::{Action, Cut, Made, Stage};
use super::messages::{FLAG_NOTED, FLAG_PINNED, Form, Kind, Message, Messages};
use super::turns::Turns;
use crate::ledger::{Ledger, walk};

/// The state of one message. There are many, so it is small: what does not change is asked of the messages.
#[derive(Debug, Clone)]
struct Cell {
    cost: u64,
    /// How many of its smaller forms it has gone through.
    level: u32,
    is_floor: bool,
    is_out: bool,
    is_stub: bool,
    has_note: bool,
}

/// Of so many messages room for so many changes of each is asked for at once: a stub, a note, and out. It is not touched
/// before it is used. And glibc gives back what is free beyond twice the largest piece that was ever asked for: without so
/// large a one it did so after each plan of 200,000 messages, and the next had 24 MB mapped anew, three quarters of its time.
/// Of shorter ones nothing is given back; there such pieces had two threads of a batch wait for each other.
const MANY: usize = 50_000;
const CHANGES: usize = 3;

/// What is due of a message: its place, the action and its cost after that.
type Due = (usize, (Action, u64));

/// Where a cut stands while it is being made.
#[derive(Debug, Clone, Copy)]
struct Step {
    stage: Stage,
    cut: usize,
}

/// All messages with their present costs, and the running total.
pub(super) struct Climb<'a> {
    state: State<'a>,
    ledger: Ledger,
    made: Vec<Made>,
    cuts: usize,
}

/// What becomes of each message.
struct State<'a> {
    messages: &'a Messages,
    cells: Vec<Cell>,
    openings: Openings<'a>,
}

impl<'a> Climb<'a> {
    pub(super) fn start(messages: &'a Messages, turns: &'a Turns, total: u64, budget: u64) -> Self {
        let cell = |message: &Message| Cell {
            cost: message.cost,
            level: 0,
            is_floor: true,
            is_out: false,
            is_stub: false,
            has_note: false,
        };
        let mut cells: Vec<_> = messages.all().iter().map(cell).collect();
        for unit in turns.units().filter(|unit| !unit.is_floor) {
            let all = messages.all().get(unit.places.clone()).unwrap_or_default();
            let cells = cells.get_mut(unit.places.clone()).unwrap_or_default();
            for (cell, message) in cells.iter_mut().zip(all) {
                cell.is_floor = !message.kind.is_dialogue();
            }
        }
        let room = if cells.len() < MANY { 0 } else { cells.len().saturating_mul(CHANGES) };
        let state = State { messages, cells, openings: Openings::of(&turns.openings, messages.all()) };
        Self { state, ledger: Ledger::open(total, budget), made: Vec::with_capacity(room), cuts: 0 }
    }

    pub(super) fn total(&self) -> u64 {
        self.ledger.total()
    }

    pub(super) fn is_over(&self) -> bool {
        self.ledger.is_over()
    }

    pub(super) fn into_made(self) -> Vec<Made> {
        self.made
    }

    /// Makes the cuts of a stage for as long as the total is over the budget.
    pub(super) fn walk(&mut self, stage: Stage, cuts: impl Iterator<Item = Cut>) {
        let Self { state, ledger, made, cuts: number } = self;
        walk(ledger, cuts, |ledger, cut| {
            let known = made.len();
            make(state, ledger, made, &cut, Step { stage, cut: *number });
            if made.len() > known {
                *number = number.saturating_add(1);
            }
        });
    }
}

fn make(state: &mut State<'_>, ledger: &mut Ledger, made: &mut Vec<Made>, cut: &Cut, step: Step) {
    if let Action::LeaveOut = cut.action {
        return leave_out(ledger, made, cut, step);
    }
    let (mut saved, known) = (0_u64, made.len());
    for place in cut.places.clone().filter(|place| Some(*place) != cut.spared) {
        let Some(after) = state.cost_after(place, cut.action) else { continue };
        saved = saved.saturating_add(state.change(ledger, made, place, (cut.action, after), step));
    }
    // where all of it stays there is no gap, and no note has to go for one
    let Some(host) = cut.host.filter(|_| made.len() > known) else { return };
    for (place, due) in state.notes_due(host, saved).into_iter().flatten() {
        state.change(ledger, made, place, due, step);
    }
}

/// Takes a memory or a passage, which is in no message.
fn leave_out(ledger: &mut Ledger, made: &mut Vec<Made>, cut: &Cut, Step { stage, cut: number }: Step) {
    ledger.replace(cut.cost, 0);
    let place = cut.places.start;
    made.push(Made { stage, cut: number, place, action: cut.action, before: cut.cost, after: 0 });
}

impl State<'_> {
    /// Gives a message its new cost, records it, and says what that saves.
    fn change(
        &mut self,
        ledger: &mut Ledger,
        made: &mut Vec<Made>,
        place: usize,
        (action, after): (Action, u64),
        Step { stage, cut }: Step,
    ) -> u64 {
        let Some(cell) = self.cells.get_mut(place) else { return 0 };
        let before = cell.cost;
        ledger.replace(before, after);
        cell.cost = after;
        cell.is_out |= action == Action::Drop;
        cell.is_stub |= action == Action::Stub;
        cell.level = cell.level.saturating_add(u32::from(action == Action::Trim));
        cell.has_note = action == Action::Note || (cell.has_note && action != Action::Unnote);
        made.push(Made { stage, cut, place, action, before, after });
        before.saturating_sub(after)
    }

    /// What a message costs after the action, or nothing where the action is not for it.
    fn cost_after(&self, place: usize, action: Action) -> Option<u64> {
        let cell = self.cells.get(place).filter(|cell| !cell.is_out)?;
        match action {
            Action::Stub => {
                let stub = self.messages.all().get(place)?.stub;
                (!cell.is_floor && stub < cell.cost).then_some(stub)
            }
            Action::Trim => self.next_form(place).map(|form| form.cost),
            Action::Drop => (!cell.is_floor).then_some(0),
            Action::Note | Action::LeaveOut => None,
            Action::Unnote if cell.has_note => self.plain(place).map(|(cost, _)| cost),
            Action::Unnote => None,
        }
    }

    /// What becomes of the notes about a gap before an opening, or before the first later one that is still in.
    ///
    /// One note tells of a run of gaps, from its beginning on: where the opening before has one or is told of by one,
    /// there is no other. Where a gap makes two runs one, the later note goes; one that came with its message stays,
    /// and then no other is right before it.
    fn notes_due(&mut self, host: usize, saved: u64) -> [Option<Due>; 2] {
        let Self { cells, openings, .. } = self;
        let Some(host) = openings.at_or_behind(host, cells) else { return [None; 2] };
        let behind = openings.at_or_behind(host.saturating_add(1), cells);
        let before = openings.before(host, cells);
        let [before_place, place, next] = [before, Some(host), behind].map(|at| openings.place(at?));
        let Some(place) = place else { return [None; 2] };
        if before.is_some_and(|before| openings.is_told(before)) {
            openings.tell(host, true);
            let later = [Some(place), next].into_iter().flatten().find(|place| self.has_note(*place));
            let doubled = before_place.filter(|before| self.openings.came(host) && self.has_note(*before));
            if let (Some(before), Some(_)) = (before, doubled) {
                self.openings.tell(before, false);
            }
            return [doubled.or(later).and_then(|place| self.without_note(place)), None];
        }
        let taken = next.and_then(|next| self.without_note(next));
        let is_told_behind = behind.is_some_and(|behind| self.openings.came(behind));
        let saved = saved.saturating_add(taken.map_or(0, |(next, (_, after))| self.saved_by(next, after)));
        let noted =
            self.cost_with_note(place, saved).filter(|_| !is_told_behind && !self.openings.came(host));
        let tells = noted.is_some() || self.has_note(place) || self.openings.came(host);
        self.openings.tell(host, tells);
        [noted.map(|noted| (place, (Action::Note, noted))), taken.filter(|_| noted.is_some())]
    }

    /// What a message becomes that loses its note, where it has one.
    fn without_note(&self, place: usize) -> Option<Due> {
        self.cost_after(place, Action::Unnote).map(|after| (place, (Action::Unnote, after)))
    }

    fn saved_by(&self, place: usize, after: u64) -> u64 {
        self.cells.get(place).map_or(0, |cell| cell.cost.saturating_sub(after))
    }

    fn has_note(&self, place: usize) -> bool {
        self.cells.get(place).is_some_and(|cell| cell.has_note)
    }

    /// The form after the present one, where the message may be edited and is no stub yet.
    fn next_form(&self, place: usize) -> Option<&Form> {
        let (cell, message) = (self.cells.get(place)?, self.messages.all().get(place)?);
        let may_be_edited = !cell.is_stub && message.kind.is_dialogue() && message.flags & FLAG_PINNED == 0;
        self.messages.forms(place).get(usize::try_from(cell.level).ok()?).filter(|_| may_be_edited)
    }

    /// The present form's cost, without and with a note.
    fn plain(&self, place: usize) -> Option<(u64, u64)> {
        let (cell, message) = (self.cells.get(place)?, self.messages.all().get(place)?);
        let last = cell.level.checked_sub(1).and_then(|level| usize::try_from(level).ok());
        let present = last.and_then(|level| self.messages.forms(place).get(level));
        Some(present.map_or((message.cost, message.noted), |form| (form.cost, form.noted)))
    }

    /// What a message costs with a note about a gap, where that is less than what the gap saves.
    fn cost_with_note(&self, place: usize, saved: u64) -> Option<u64> {
        let (cost, noted) = self.plain(place)?;
        let extra = noted.saturating_sub(cost);
        let is_due = !self.cells.get(place)?.has_note && extra > 0 && extra < saved;
        is_due.then_some(noted)
    }
}

/// The user messages that open a turn. Which are still in is remembered, so that many questions about one growing gap
/// together look at each opening once.
#[derive(Debug)]
struct Openings<'a> {
    places: &'a [usize],
    /// For each whether it came with a note, or what the user says right behind it did.
    came: Vec<bool>,
    /// For each whether a note tells of the gap before it: its own, or that at the beginning of a run of gaps.
    is_told: Vec<bool>,
    /// For each one before it with nothing between that is in; what is no opening's stands before the first.
    before: Vec<usize>,
    /// For each itself or one behind it, in the same way.
    behind: Vec<usize>,
}

impl<'a> Openings<'a> {
    fn of(places: &'a [usize], all: &[Message]) -> Self {
        let came: Vec<bool> =
            places.iter().map(|place| came_with_note(all.get(*place..).unwrap_or_default())).collect();
        let is_told = came.clone();
        let before = (0..places.len()).map(|at| at.wrapping_sub(1)).collect();
        Self { places, came, is_told, before, behind: (0..places.len()).collect() }
    }

    fn place(&self, at: usize) -> Option<usize> {
        self.places.get(at).copied()
    }

    fn came(&self, at: usize) -> bool {
        self.came.get(at).copied().unwrap_or_default()
    }

    fn is_told(&self, at: usize) -> bool {
        self.is_told.get(at).copied().unwrap_or_default()
    }

    fn tell(&mut self, at: usize, is_told: bool) {
        if let Some(told) = self.is_told.get_mut(at) {
            *told = is_told;
        }
    }

    /// The nearest one before `at` that is in.
    fn before(&mut self, at: usize, cells: &[Cell]) -> Option<usize> {
        let mut found = *self.before.get(at)?;
        while self.is_out(found, cells) {
            found = *self.before.get(found)?;
        }
        *self.before.get_mut(at)? = found;
        Some(found).filter(|found| *found < self.places.len())
    }

    /// The first from `at` on that is in.
    fn at_or_behind(&mut self, at: usize, cells: &[Cell]) -> Option<usize> {
        let mut found = *self.behind.get(at)?;
        while self.is_out(found, cells) {
            found = found.saturating_add(1);
            found = self.behind.get(found).copied().unwrap_or(found);
        }
        *self.behind.get_mut(at)? = found;
        Some(found).filter(|found| *found < self.places.len())
    }

    fn is_out(&self, at: usize, cells: &[Cell]) -> bool {
        let cell = self.place(at).and_then(|place| cells.get(place));
        cell.is_some_and(|cell| cell.is_out)
    }
}

/// Whether one of the user's messages that come first tells of a gap.
fn came_with_note(messages: &[Message]) -> bool {
    let said =
        messages.iter().take_while(|message| message.kind == Kind::User || !message.kind.is_dialogue());
    said.into_iter().any(|message| message.kind == Kind::User && message.flags & FLAG_NOTED != 0)
}
