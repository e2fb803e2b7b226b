//! What holds of every walk up the ladder, for any conversation and any budget.

use contextthrift_core::conversation::{
    Action, FLAG_NOTED, FLAG_PINNED, Kind, Made, Messages, Plan, Stage, Without, turns,
};

use super::conversation::{Conversation, Message, Unit};
use super::ladder::made;

pub(crate) type Verdict = Result<(), String>;

/// The stages in the order of the specification, each with what it does and with what it does without.
const STAGES: [(Stage, Action, Option<Without>); 11] = [
    (Stage::Media, Action::Trim, Some(Without::Media)),
    (Stage::EarlierResults, Action::Stub, None),
    (Stage::CurrentResults, Action::Stub, None),
    (Stage::Arguments, Action::Trim, Some(Without::Arguments)),
    (Stage::Context, Action::LeaveOut, None),
    (Stage::EarlierUnits, Action::Drop, None),
    (Stage::EarlierTurns, Action::Drop, None),
    (Stage::RemainingResults, Action::Stub, None),
    (Stage::CurrentUnits, Action::Drop, None),
    (Stage::FirstUser, Action::Drop, None),
    (Stage::GapNotes, Action::Unnote, None),
];

/// The walk with nothing to spend, checked cut by cut; every other walk is its beginning.
pub(crate) struct Chain<'a> {
    conversation: &'a Conversation,
    messages: Messages,
    whole: Plan,
    /// For each cut boundary, how many changes were made before it, and the total there.
    boundaries: Vec<(usize, u64)>,
}

impl<'a> Chain<'a> {
    /// Walks to the end; something must always stay, or the walk would end before it.
    pub(crate) fn of(conversation: &'a Conversation) -> Result<Self, String> {
        assert!(conversation.fixed > 0, "a conversation of nothing fits in nothing");
        let messages = conversation.read().unwrap();
        ensure(turns(&messages) == conversation.spans(), || format!("the turns are {:?}", turns(&messages)))?;
        let whole = conversation.planned_on(&messages, 0).unwrap();
        let (results, current) = (conversation.newest_results(), conversation.newest_and_asked());
        ensure(whole.total_before == conversation.total(), || "the total before is wrong".to_owned())?;
        ensure(whole.newest_results == results, || format!("the newest results are {results:?}"))?;
        ensure(whole.current == current, || format!("the newest unit and the user's are {current:?}"))?;
        ensure(whole.made == made(conversation, 0), || "the twin walks elsewhere".to_owned())?;
        let boundaries = Replay::of(conversation, &whole.made)?;
        Ok(Self { conversation, messages, whole, boundaries })
    }

    /// Whether the plan for a budget is the beginning of the chain, up to the first total that fits.
    pub(crate) fn check(&self, budget: u64) -> Verdict {
        let plan = self.conversation.planned_on(&self.messages, budget).unwrap();
        let fitting = self.boundaries.iter().find(|(_, total)| *total <= budget);
        let (end, total_after) = *fitting.or(self.boundaries.last()).unwrap();
        let made = self.whole.made[..end].to_vec();
        let expected = Plan { total_after, made, ..self.whole.clone() };
        ensure(plan == expected, || format!("budget {budget}: {plan:#?}, but it should be {expected:#?}"))
    }

    pub(crate) fn total_before(&self) -> u64 {
        self.boundaries[0].1
    }
}

/// Everything as it is after some of the cuts.
struct Replay<'a> {
    conversation: &'a Conversation,
    units: Vec<Unit>,
    openings: Vec<usize>,
    floor: Vec<bool>,
    stays: Vec<bool>,
    cost: Vec<u64>,
    /// The cost of each message's present form, without and with a note.
    form: Vec<(u64, u64)>,
    is_out: Vec<bool>,
    is_stub: Vec<bool>,
    has_note: Vec<bool>,
    /// How many passages and memories went.
    left_out: usize,
}

impl<'a> Replay<'a> {
    /// Plays all cuts, and says where each ends and the total there.
    fn of(conversation: &'a Conversation, made: &[Made]) -> Result<Vec<(usize, u64)>, String> {
        let mut replay = Self::start(conversation);
        let mut boundaries = vec![(0, replay.total())];
        let mut stage = 0;
        for (number, cut) in made.chunk_by(|a, b| a.cut == b.cut).enumerate() {
            ensure(cut[0].cut == number, || format!("cut {number} is called {}", cut[0].cut))?;
            stage = later_stage(stage, cut)?;
            replay.play(cut)?;
            let (end, total) = boundaries[number];
            ensure(replay.total() <= total, || format!("cut {number} raises the total"))?;
            boundaries.push((end + cut.len(), replay.total()));
        }
        replay.check_end()?;
        Ok(boundaries)
    }

    fn start(conversation: &'a Conversation) -> Self {
        let messages = &conversation.messages;
        Self {
            conversation,
            units: conversation.units(),
            openings: conversation.turns().iter().filter_map(|turn| conversation.opening(turn)).collect(),
            floor: conversation.floor(),
            stays: conversation.stays(),
            cost: messages.iter().map(|message| message.cost).collect(),
            form: messages.iter().map(|message| (message.cost, message.noted)).collect(),
            is_out: vec![false; messages.len()],
            is_stub: vec![false; messages.len()],
            has_note: vec![false; messages.len()],
            left_out: 0,
        }
    }

    fn total(&self) -> u64 {
        let beside = self.conversation.context[self.left_out..].iter();
        self.conversation.fixed + self.cost.iter().chain(beside).sum::<u64>()
    }

    fn play(&mut self, cut: &[Made]) -> Verdict {
        for change in cut {
            match change.action {
                Action::LeaveOut => self.leave_out(change)?,
                _ => self.apply(change)?,
            }
        }
        self.check_units()?;
        self.check_opening()?;
        self.check_notes()
    }

    /// Passages and memories go in their order.
    fn leave_out(&mut self, change: &Made) -> Verdict {
        let is_next = change.place == self.left_out && change.place < self.conversation.context.len();
        ensure(is_next, || format!("{change:?}: {} have gone", self.left_out))?;
        let cost = self.conversation.context[change.place];
        self.left_out += 1;
        ensure((change.before, change.after) == (cost, 0), || format!("{change:?}: it cost {cost}"))
    }

    fn apply(&mut self, change: &Made) -> Verdict {
        let (place, message) = (change.place, &self.conversation.messages[change.place]);
        ensure(!self.is_out[place], || format!("{change:?}: it is out already"))?;
        ensure(change.before == self.cost[place], || format!("{change:?}: it cost {}", self.cost[place]))?;
        let is_less = change.after < change.before;
        let may_be_trimmed = !self.is_stub[place] && message.flags & FLAG_PINNED == 0;
        let (plain, noted) = self.form[place];
        let form = self.form_after(change);
        let (is_allowed, after) = match change.action {
            Action::Stub => (message.kind == Kind::Result && !self.floor[place] && is_less, message.stub),
            Action::Trim => (form.is_some() && may_be_trimmed && is_less, change.after),
            Action::Drop => (!self.stays[place], 0),
            Action::Note => {
                (self.openings.contains(&place) && !self.has_note[place] && !self.follows_note(place), noted)
            }
            Action::Unnote => (
                self.has_note[place] && (change.stage == Stage::GapNotes || self.is_told_elsewhere(place)),
                plain,
            ),
            Action::LeaveOut => (false, 0),
        };
        ensure(is_allowed, || format!("{change:?} is not allowed"))?;
        ensure(change.after == after, || format!("{change:?}: it should cost {after}"))?;
        self.cost[place] = after;
        self.form[place] = form.unwrap_or(self.form[place]);
        self.is_out[place] = change.action == Action::Drop;
        self.is_stub[place] |= change.action == Action::Stub;
        self.has_note[place] = change.action == Action::Note;
        Ok(())
    }

    /// The message's own form of that cost that does without what the stage takes.
    fn form_after(&self, change: &Made) -> Option<(u64, u64)> {
        let (_, _, without) = STAGES.into_iter().find(|(stage, _, _)| *stage == change.stage)?;
        let forms = &self.conversation.messages[change.place].forms;
        let form = forms.iter().find(|form| Some(form.without) == without && form.cost == change.after)?;
        Some((form.cost, form.noted))
    }

    /// Whether the nearest message before it, instructions and plain ones of the user's aside, has a note.
    fn follows_note(&self, place: usize) -> bool {
        let mut before = (0..place).rev().filter(|&other| !self.is_out[other]);
        // a pinned one may stay without the message that opens its turn, and then nobody asks it
        let came = |message: &Message| message.has(FLAG_NOTED) && !message.has(FLAG_PINNED);
        let is_plain = |other: usize| {
            let message = &self.conversation.messages[other];
            message.kind == Kind::System
                || (message.kind == Kind::User && !self.has_note[other] && !came(message))
        };
        before.find(|&other| !is_plain(other)).is_some_and(|other| self.conversation.is(other, Kind::User))
    }

    /// Whether another of the user's messages tells of a gap, or came with a note; that one may be gone from behind a
    /// pinned one.
    fn is_told_elsewhere(&self, place: usize) -> bool {
        let told = |other: usize| self.has_note[other] || self.conversation.messages[other].has(FLAG_NOTED);
        let is_user = |other: usize| self.conversation.is(other, Kind::User);
        (0..self.is_out.len()).any(|other| other != place && is_user(other) && told(other))
    }

    fn check_units(&self) -> Verdict {
        let is_torn =
            |unit: &&Vec<usize>| unit.iter().any(|&place| self.is_out[place] != self.is_out[unit[0]]);
        match self.units.iter().find(is_torn) {
            Some(unit) => Err(format!("unit {unit:?} is torn")),
            None => Ok(()),
        }
    }

    /// What is left begins with the user where the whole does.
    fn check_opening(&self) -> Verdict {
        let spoken = |place: &usize| !self.conversation.is(*place, Kind::System);
        let mut places = (0..self.cost.len()).filter(spoken);
        let first = places.clone().next();
        let first_left = places.find(|&place| !self.is_out[place]);
        let is_by_user =
            |place: Option<usize>| place.is_some_and(|place| self.conversation.is_by_user(place));
        ensure(!is_by_user(first) || is_by_user(first_left), || format!("{first_left:?} opens what is left"))
    }

    /// Every note stands behind a gap that no other user message stands behind; for a gap within the
    /// current turn it stands in the message that opens it.
    fn check_notes(&self) -> Verdict {
        let mut begins = 0;
        for &place in self.openings.iter().filter(|&&place| !self.is_out[place]) {
            let is_current = Some(&place) == self.openings.last();
            let ends = if is_current { self.is_out.len() } else { place };
            let has_gap = self.is_out[begins..ends].contains(&true);
            ensure(has_gap || !self.has_note[place], || format!("{place} has a note, but there is no gap"))?;
            begins = place;
        }
        let noted = (0..self.is_out.len()).filter(|&place| self.has_note[place] && !self.is_out[place]);
        match noted.into_iter().find(|&place| self.follows_note(place)) {
            Some(place) => {
                Err(format!("{place} has a note, and so has a message of the user's right before"))
            }
            None => Ok(()),
        }
    }

    /// At the end of the ladder only what stays stands, each as small as the stages make it.
    fn check_end(&self) -> Verdict {
        let least = self.conversation.least();
        for (place, &stays) in self.stays.iter().enumerate() {
            ensure(self.is_out[place] != stays, || format!("place {place} is out: {}", self.is_out[place]))?;
            ensure(self.cost[place] == least[place], || format!("place {place} costs {}", self.cost[place]))?;
        }
        ensure(self.left_out == self.conversation.context.len(), || format!("{} have gone", self.left_out))
    }
}

/// The stage of a cut, which does what that stage does and comes no earlier than the one before.
fn later_stage(before: usize, cut: &[Made]) -> Result<usize, String> {
    let stage = STAGES.iter().position(|(stage, _, _)| *stage == cut[0].stage).unwrap();
    let (_, action, _) = STAGES[stage];
    let is_note =
        |made: &Made| matches!(made.action, Action::Note | Action::Unnote) && action == Action::Drop;
    let drops = cut.len() - cut.iter().rev().take(2).take_while(|made| is_note(made)).count();
    let (changes, notes) = cut.split_at(drops);
    let is_own = changes.iter().all(|made| made.stage == cut[0].stage && made.action == action);
    let is_of_drop = notes.is_empty() || !changes.is_empty();
    let is_of_drop = is_of_drop && notes.iter().all(|note| note.stage == cut[0].stage);
    ensure(is_own && is_of_drop && stage >= before, || format!("{cut:?} comes after stage {before}"))?;
    Ok(stage)
}

pub(crate) fn ensure(holds: bool, complaint: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(complaint()) }
}
