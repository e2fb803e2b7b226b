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
    /// The user messages that open a turn, in their order.
    openings: &'a [usize],
    neighbours: Neighbours,
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
        let state = State { messages, cells, openings: &turns.openings, neighbours: Neighbours::default() };
        Self { state, ledger: Ledger::open(total, budget), made: Vec::new(), cuts: 0 }
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
    let mut saved = 0_u64;
    for place in cut.places.clone().filter(|place| Some(*place) != cut.spared) {
        let Some(after) = state.cost_after(place, cut.action) else { continue };
        saved = saved.saturating_add(state.change(ledger, made, place, (cut.action, after), step));
    }
    let Some(host) = cut.host.and_then(|host| state.first_in(host)) else { return };
    if let Some((place, due)) = state.note_due(host, saved) {
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

    /// What becomes of the note about a gap: it is put into the host unless the user's messages beside it tell of
    /// a gap already, and where the gap has brought two notes together, the later one goes.
    fn note_due(&mut self, host: usize, saved: u64) -> Option<(usize, (Action, u64))> {
        let is_told_before = self.told_beside(host, Side::Before).is_some();
        let told_behind = self.told_beside(host, Side::Behind);
        if is_told_before {
            let later = if self.cells.get(host)?.has_note { host } else { told_behind? };
            return Some((later, (Action::Unnote, self.cost_after(later, Action::Unnote)?)));
        }
        let noted = self.cost_with_note(host, saved).filter(|_| told_behind.is_none())?;
        Some((host, (Action::Note, noted)))
    }

    /// Which of the user's messages right beside a place tells of a gap.
    fn told_beside(&mut self, place: usize, side: Side) -> Option<usize> {
        let Self { messages, cells, neighbours, .. } = self;
        let mut at = place;
        while let Some(beside) = neighbours.nearest(messages.all(), cells, at, side) {
            let message = messages.all().get(beside).filter(|message| message.kind == Kind::User)?;
            if message.flags & FLAG_NOTED != 0 || cells.get(beside)?.has_note {
                return Some(beside);
            }
            at = beside;
        }
        None
    }

    /// The first from an opening message on that is still in.
    fn first_in(&self, opening: usize) -> Option<usize> {
        let is_in = |place: &usize| self.cells.get(*place).is_some_and(|cell| !cell.is_out);
        if is_in(&opening) {
            return Some(opening); // most often; the search below would take half the time of a plan
        }
        let before = self.openings.partition_point(|place| *place < opening);
        self.openings.iter().skip(before).copied().find(is_in)
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

/// One side of a message.
#[derive(Debug, Clone, Copy)]
enum Side {
    Before,
    Behind,
}

/// Which messages stand beside each other. What was found is remembered, so that many questions about one
/// growing gap together look at each message once; most plans ask none.
#[derive(Debug, Default)]
struct Neighbours {
    /// For each message a place before it with nothing between that is in, but for the system's.
    before: Vec<usize>,
    /// The same behind it. Beyond the ends stand places that are no message's.
    behind: Vec<usize>,
}

impl Neighbours {
    /// The nearest message on one side of a place that is in and no system message.
    fn nearest(&mut self, all: &[Message], cells: &[Cell], place: usize, side: Side) -> Option<usize> {
        let is_passed = |at: usize| {
            let is_out = cells.get(at).is_some_and(|cell| cell.is_out);
            is_out || all.get(at).is_some_and(|message| message.kind == Kind::System)
        };
        let beside = self.on(side, cells.len());
        let mut found = *beside.get(place)?;
        while is_passed(found) {
            found = *beside.get(found)?;
        }
        *beside.get_mut(place)? = found;
        Some(found).filter(|found| *found < cells.len())
    }

    fn on(&mut self, side: Side, messages: usize) -> &mut [usize] {
        let (beside, step): (_, fn(usize) -> usize) = match side {
            Side::Before => (&mut self.before, |place| place.wrapping_sub(1)),
            Side::Behind => (&mut self.behind, |place| place.wrapping_add(1)),
        };
        if beside.is_empty() {
            beside.extend((0..messages).map(step));
        }
        beside
    }
}
