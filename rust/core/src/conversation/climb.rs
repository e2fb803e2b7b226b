//! The state of one walk up the ladder: what each message costs now.

use super::ladder::{Action, Cut, Made, Stage};
use super::messages::{FLAG_NOTED, FLAG_PINNED, Form, Kind, Message, Messages};
use super::turns::Turns;
use crate::ledger::{Ledger, walk};

#[derive(Debug, Clone)]
struct Cell<'a> {
    message: &'a Message,
    forms: &'a [Form],
    cost: u64,
    /// How many of its smaller forms it has gone through.
    level: usize,
    is_floor: bool,
    is_out: bool,
    is_stub: bool,
    has_note: bool,
    /// Places before and behind it with nothing between that is in, but for the system's.
    before: Option<usize>,
    behind: Option<usize>,
}

/// One side of a message.
#[derive(Debug, Clone, Copy)]
enum Side {
    Before,
    Behind,
}

/// Where a cut stands while it is being made.
#[derive(Debug, Clone, Copy)]
struct Step {
    stage: Stage,
    cut: usize,
}

/// All messages with their present costs, and the running total.
pub(super) struct Climb<'a> {
    cells: Vec<Cell<'a>>,
    /// The user messages that open a turn, in their order.
    openings: Vec<usize>,
    ledger: Ledger,
    made: Vec<Made>,
    cuts: usize,
}

impl<'a> Climb<'a> {
    pub(super) fn start(messages: &'a Messages, turns: &Turns, total: u64, budget: u64) -> Self {
        let cell = |(place, message): (usize, &'a Message)| Cell {
            message,
            forms: messages.forms(message),
            cost: message.cost,
            level: 0,
            is_floor: true,
            is_out: false,
            is_stub: false,
            has_note: false,
            before: place.checked_sub(1),
            behind: place.checked_add(1),
        };
        let mut cells: Vec<_> = messages.all().iter().enumerate().map(cell).collect();
        for unit in turns.units().filter(|unit| !unit.is_floor) {
            for cell in cells.get_mut(unit.places.clone()).unwrap_or_default() {
                cell.is_floor = !cell.message.kind.is_dialogue();
            }
        }
        let openings = turns.openings.clone();
        Self { cells, openings, ledger: Ledger::open(total, budget), made: Vec::new(), cuts: 0 }
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
    pub(super) fn walk(&mut self, stage: Stage, cuts: Vec<Cut>) {
        let Self { cells, openings, ledger, made, cuts: number } = self;
        walk(ledger, cuts, |ledger, cut| {
            let known = made.len();
            make((cells, openings), ledger, made, &cut, Step { stage, cut: *number });
            if made.len() > known {
                *number = number.saturating_add(1);
            }
        });
    }
}

fn make(
    (cells, openings): (&mut [Cell<'_>], &[usize]),
    ledger: &mut Ledger,
    made: &mut Vec<Made>,
    cut: &Cut,
    step: Step,
) {
    if let Action::LeaveOut = cut.action {
        return leave_out(ledger, made, cut, step);
    }
    let mut saved = 0_u64;
    for place in cut.places.clone().filter(|place| Some(*place) != cut.spared) {
        let Some(after) = cells.get(place).and_then(|cell| cell.cost_after(cut.action)) else { continue };
        saved = saved.saturating_add(change(cells, ledger, made, place, (cut.action, after), step));
    }
    let Some(host) = cut.host.and_then(|host| first_in(cells, openings, host)) else { return };
    if let Some((place, due)) = note_due(cells, host, saved) {
        change(cells, ledger, made, place, due, step);
    }
}

/// What becomes of the note about a gap: it is put into the host unless the user's messages beside it tell of
/// a gap already, and where the gap has brought two notes together, the later one goes.
fn note_due(cells: &mut [Cell<'_>], host: usize, saved: u64) -> Option<(usize, (Action, u64))> {
    let is_told_before = told_beside(cells, host, Side::Before).is_some();
    let told_behind = told_beside(cells, host, Side::Behind);
    let cell = cells.get(host)?;
    if is_told_before {
        let later = if cell.has_note { host } else { told_behind? };
        return Some((later, (Action::Unnote, cells.get(later)?.cost_after(Action::Unnote)?)));
    }
    let noted = cell.cost_with_note(saved).filter(|_| told_behind.is_none())?;
    Some((host, (Action::Note, noted)))
}

/// Which of the user's messages right beside a place tells of a gap.
fn told_beside(cells: &mut [Cell<'_>], place: usize, side: Side) -> Option<usize> {
    let mut at = place;
    while let Some(beside) = nearest(cells, at, side) {
        let cell = cells.get(beside).filter(|cell| cell.message.kind == Kind::User)?;
        if cell.tells_of_gap() {
            return Some(beside);
        }
        at = beside;
    }
    None
}

/// The nearest message on one side of a place that is in and no system message; it is remembered, so that
/// many questions about one growing gap together look at each message once.
fn nearest(cells: &mut [Cell<'_>], place: usize, side: Side) -> Option<usize> {
    let is_passed = |cell: &Cell<'_>| cell.is_out || cell.message.kind == Kind::System;
    let mut found = *cells.get_mut(place)?.nearest(side);
    while let Some(passed) = found.and_then(|at| cells.get_mut(at)).filter(|cell| is_passed(cell)) {
        found = *passed.nearest(side);
    }
    *cells.get_mut(place)?.nearest(side) = found;
    found
}

/// The first opening message from a place on that is still in.
fn first_in(cells: &[Cell<'_>], openings: &[usize], from: usize) -> Option<usize> {
    let before = openings.partition_point(|place| *place < from);
    let is_in = |place: &usize| cells.get(*place).is_some_and(|cell| !cell.is_out);
    openings.iter().skip(before).copied().find(is_in)
}

/// Takes a memory or a passage, which is in no message.
fn leave_out(ledger: &mut Ledger, made: &mut Vec<Made>, cut: &Cut, Step { stage, cut: number }: Step) {
    ledger.replace(cut.cost, 0);
    let place = cut.places.start;
    made.push(Made { stage, cut: number, place, action: cut.action, before: cut.cost, after: 0 });
}

/// Gives a message its new cost, records it, and says what that saves.
fn change(
    cells: &mut [Cell<'_>],
    ledger: &mut Ledger,
    made: &mut Vec<Made>,
    place: usize,
    (action, after): (Action, u64),
    Step { stage, cut }: Step,
) -> u64 {
    let Some(cell) = cells.get_mut(place) else { return 0 };
    let before = cell.cost;
    ledger.replace(before, after);
    cell.cost = after;
    cell.is_out |= action == Action::Drop;
    cell.is_stub |= action == Action::Stub;
    cell.level = cell.level.saturating_add(usize::from(action == Action::Trim));
    cell.has_note = action == Action::Note || (cell.has_note && action != Action::Unnote);
    made.push(Made { stage, cut, place, action, before, after });
    before.saturating_sub(after)
}

impl Cell<'_> {
    /// What the message costs after the action, or nothing where the action is not for it.
    fn cost_after(&self, action: Action) -> Option<u64> {
        match action {
            _ if self.is_out => None,
            Action::Stub => (!self.is_floor && self.message.stub < self.cost).then_some(self.message.stub),
            Action::Trim => self.next_form().map(|form| form.cost),
            Action::Drop => (!self.is_floor).then_some(0),
            Action::Note | Action::LeaveOut => None,
            Action::Unnote => self.has_note.then_some(self.plain().0),
        }
    }

    fn nearest(&mut self, side: Side) -> &mut Option<usize> {
        match side {
            Side::Before => &mut self.before,
            Side::Behind => &mut self.behind,
        }
    }

    /// It has a note, ours or the one it came with.
    fn tells_of_gap(&self) -> bool {
        self.has_note || self.message.flags & FLAG_NOTED != 0
    }

    /// The form after the present one, where the message may be edited and is no stub yet.
    fn next_form(&self) -> Option<&Form> {
        let Message { kind, flags, .. } = self.message;
        let may_be_edited = !self.is_stub && kind.is_dialogue() && flags & FLAG_PINNED == 0;
        self.forms.get(self.level).filter(|_| may_be_edited)
    }

    /// The present form's cost, without and with a note.
    fn plain(&self) -> (u64, u64) {
        let present = self.level.checked_sub(1).and_then(|level| self.forms.get(level));
        present.map_or((self.message.cost, self.message.noted), |form| (form.cost, form.noted))
    }

    /// What it costs with a note about a gap, where that is less than what the gap saves.
    fn cost_with_note(&self, saved: u64) -> Option<u64> {
        let (cost, noted) = self.plain();
        let extra = noted.saturating_sub(cost);
        let is_due = !self.has_note && extra > 0 && extra < saved;
        is_due.then_some(noted)
    }
}
