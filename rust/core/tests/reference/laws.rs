//! What holds of every walk up the ladder, for any conversation and any budget.

use contextthrift_core::conversation::{Action, Kind, Made, Messages, Plan, Stage, plan};

use super::conversation::{Conversation, made};

pub(crate) type Verdict = Result<(), String>;

/// The walk with nothing to spend, checked cut by cut; every other walk is its beginning.
pub(crate) struct Chain<'a> {
    conversation: &'a Conversation,
    messages: Messages,
    made: Vec<Made>,
    /// For each cut boundary, how many changes were made before it, and the total there.
    boundaries: Vec<(usize, u64)>,
}

impl<'a> Chain<'a> {
    /// Walks to the end; something must always stay, or the walk would end before it.
    pub(crate) fn of(conversation: &'a Conversation) -> Result<Self, String> {
        assert!(conversation.fixed > 0, "a conversation of nothing fits in nothing");
        let messages = conversation.read().unwrap();
        let walked = plan(&messages, conversation.fixed, 0, conversation.policy).unwrap().made;
        ensure(walked == made(conversation, 0), || "the twin walks elsewhere".to_owned())?;
        let boundaries = Replay::of(conversation, &walked)?;
        Ok(Self { conversation, messages, made: walked, boundaries })
    }

    /// Whether the plan for a budget is the beginning of the chain, up to the first total that fits.
    pub(crate) fn check(&self, budget: u64) -> Verdict {
        let plan = plan(&self.messages, self.conversation.fixed, budget, self.conversation.policy).unwrap();
        let fitting = self.boundaries.iter().find(|(_, total)| *total <= budget);
        let (end, total) = *fitting.or(self.boundaries.last()).unwrap();
        ensure(plan.made == self.made[..end], || format!("budget {budget}: the walk ends elsewhere"))?;
        ensure(plan.total_after == total, || format!("budget {budget}: the total is {}", plan.total_after))?;
        self.check_whole(&plan)
    }

    fn check_whole(&self, plan: &Plan) -> Verdict {
        let conversation = self.conversation;
        ensure(plan.total_before == conversation.total(), || "the total before is wrong".to_owned())?;
        ensure(plan.newest_results == conversation.newest_results(), || "the newest results".to_owned())
    }

    pub(crate) fn total_before(&self) -> u64 {
        self.boundaries[0].1
    }
}

/// The messages after some of the cuts.
struct Replay<'a> {
    conversation: &'a Conversation,
    units: Vec<Vec<usize>>,
    floor: Vec<bool>,
    cost: Vec<u64>,
    is_out: Vec<bool>,
    has_note: Vec<bool>,
}

impl<'a> Replay<'a> {
    /// Plays all cuts, and says where each ends and the total there.
    fn of(conversation: &'a Conversation, made: &[Made]) -> Result<Vec<(usize, u64)>, String> {
        let count = conversation.messages.len();
        let mut replay = Self {
            conversation,
            units: conversation.units(),
            floor: conversation.floor(),
            cost: conversation.messages.iter().map(|message| message.cost).collect(),
            is_out: vec![false; count],
            has_note: vec![false; count],
        };
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

    fn total(&self) -> u64 {
        self.conversation.fixed + self.cost.iter().sum::<u64>()
    }

    fn play(&mut self, cut: &[Made]) -> Verdict {
        for change in cut {
            self.apply(change)?;
        }
        self.check_units()?;
        self.check_opening()
    }

    fn apply(&mut self, change: &Made) -> Verdict {
        let (place, message) = (change.place, self.conversation.messages[change.place]);
        ensure(!self.is_out[place], || format!("{change:?}: it is out already"))?;
        ensure(change.before == self.cost[place], || format!("{change:?}: it cost {}", self.cost[place]))?;
        let (is_allowed, after) = match change.action {
            Action::Stub => (message.kind == Kind::Result && change.after < change.before, message.stub),
            Action::Drop => (!self.floor[place], 0),
            Action::Note => (message.kind == Kind::User && !self.has_note[place], message.noted),
            Action::Unnote => (self.has_note[place], message.cost),
        };
        ensure(is_allowed, || format!("{change:?} is not allowed"))?;
        ensure(change.after == after, || format!("{change:?}: it should cost {after}"))?;
        ensure(change.action != Action::Stub || !self.floor[place], || format!("{change:?} cuts the floor"))?;
        self.cost[place] = after;
        self.is_out[place] = change.action == Action::Drop;
        self.has_note[place] = change.action == Action::Note;
        Ok(())
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

    /// At the end of the ladder only the floor stands, whole and without notes.
    fn check_end(&self) -> Verdict {
        for (place, message) in self.conversation.messages.iter().enumerate() {
            let leads = self.conversation.first_user() == Some(place) && self.conversation.must_lead();
            let stays = self.floor[place] || leads;
            ensure(self.is_out[place] != stays, || format!("place {place} is out: {}", self.is_out[place]))?;
            let cost = if stays { message.cost } else { 0 };
            ensure(self.cost[place] == cost, || format!("place {place} costs {}", self.cost[place]))?;
        }
        Ok(())
    }
}

fn later_stage(before: usize, cut: &[Made]) -> Result<usize, String> {
    let place = |made: &Made| Stage::ALL.iter().position(|stage| *stage == made.stage).unwrap();
    let stage = place(&cut[0]);
    let is_one = cut.iter().all(|made| place(made) == stage);
    ensure(is_one && stage >= before, || format!("{cut:?} comes after stage {before}"))?;
    Ok(stage)
}

pub(crate) fn ensure(holds: bool, complaint: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(complaint()) }
}
