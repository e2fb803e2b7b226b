//! The ladder on a conversation, slow and obvious: the chain of cuts, and the walk.

use contextthrift_core::conversation::{Action, FLAG_NOTED, FLAG_PINNED, Kind, Made, Stage, Without};

use super::conversation::{Conversation, Turn, Unit};

/// One step of the ladder.
struct Cut {
    stage: Stage,
    action: Action,
    places: Vec<usize>,
    /// Which of its forms the message takes.
    form: usize,
    /// The user messages behind the gap; the first of them that is still in carries the note.
    hosts: Vec<usize>,
}

impl Cut {
    fn one(stage: Stage, action: Action, place: usize) -> Self {
        Self { stage, action, places: vec![place], form: 0, hosts: Vec::new() }
    }

    fn drop(stage: Stage, places: Vec<usize>, hosts: Vec<usize>) -> Self {
        Self { stage, action: Action::Drop, places, form: 0, hosts }
    }
}

impl Conversation {
    fn chain(&self) -> Vec<Cut> {
        let (earlier, current) = (self.earlier(), self.current());
        let before = earlier.concat().concat();
        let mut chain =
            self.trims(Stage::Media, Without::Media, &[&before[..], &self.current_work()].concat());
        chain.extend(stubs(Stage::EarlierResults, self.earlier_results(&earlier)));
        let outside: Vec<_> = self.outside_newest().iter().flat_map(|unit| self.results(unit)).collect();
        let kept = self.policy.this_turn_result_keep.saturating_sub(self.newest_results().len());
        let older = outside[..outside.len().saturating_sub(kept)].to_vec();
        chain.extend(stubs(Stage::CurrentResults, older));
        chain.extend(self.trims(Stage::Arguments, Without::Arguments, &before));
        let context = 0..self.context.len();
        chain.extend(context.map(|place| Cut::one(Stage::Context, Action::LeaveOut, place)));
        chain.extend(self.inner_units());
        chain.extend(self.whole_turns());
        chain.extend(stubs(Stage::RemainingResults, outside));
        let host = || self.opening(&current).into_iter().collect();
        chain.extend(current.iter().map(|unit| Cut::drop(Stage::CurrentUnits, unit.clone(), host())));
        chain.extend(self.first_message());
        let places = 0..self.messages.len();
        chain.extend(places.map(|place| Cut::one(Stage::GapNotes, Action::Unnote, place)));
        chain
    }

    fn trims(&self, stage: Stage, without: Without, places: &[usize]) -> Vec<Cut> {
        let of_place = |&place: &usize| {
            let forms = self.messages[place].forms.iter().enumerate();
            let due = forms.filter(|(_, form)| form.without == without);
            due.map(move |(form, _)| Cut { form, ..Cut::one(stage, Action::Trim, place) }).collect::<Vec<_>>()
        };
        places.iter().flat_map(of_place).collect()
    }

    /// Oldest first, the last working unit of the newest earlier turn not before the others.
    fn earlier_results(&self, earlier: &[Turn]) -> Vec<usize> {
        let mut units = earlier.concat();
        let mut newest = earlier.last().into_iter().flatten();
        if let Some(working) = newest.rfind(|unit| self.is_working(unit)) {
            units.retain(|unit| unit != working);
            units.push(working.clone());
        }
        units.iter().flat_map(|unit| self.results(unit)).collect()
    }

    /// Units of earlier turns but the user's messages and the last of each turn.
    fn inner_units(&self) -> Vec<Cut> {
        let (going, _) = self.going_and_kept();
        let of_turn = |(number, turn): (usize, &Turn)| {
            let inner = turn.iter().take(turn.len().saturating_sub(1));
            let units = inner.filter(|unit| !self.is(unit[0], Kind::User));
            let cut = |unit: &Unit| Cut::drop(Stage::EarlierUnits, unit.clone(), self.openings_after(number));
            units.map(cut).collect::<Vec<_>>()
        };
        let mut cuts: Vec<Cut> = going.iter().enumerate().flat_map(of_turn).collect();
        if let Some(scores) = &self.unit_scores {
            cuts.sort_by(|a, b| scores[a.places[0]].partial_cmp(&scores[b.places[0]]).unwrap());
        }
        cuts
    }

    /// Whole turns, in the order in which they go.
    fn whole_turns(&self) -> Vec<Cut> {
        let (going, _) = self.going_and_kept();
        let spared = self.first_user().filter(|_| self.policy.keep_first_user);
        let cut = |number: usize| {
            let mut places = going[number].concat();
            places.retain(|place| Some(*place) != spared);
            Cut::drop(Stage::EarlierTurns, places, self.openings_after(number))
        };
        self.turn_order(going.len()).into_iter().map(cut).collect()
    }

    /// The oldest first; by score the worst first, the older of equals, but what stands before the
    /// first user message at the beginning and the newest earlier turn at the end.
    fn turn_order(&self, going: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..going).collect();
        if let Some(scores) = &self.scores {
            let rank = |turn: usize| match turn {
                0 => (0, 0.0),
                _ if turn == scores.len() - 1 => (2, 0.0),
                _ => (1, scores[turn]),
            };
            order.sort_by(|&a, &b| rank(a).partial_cmp(&rank(b)).unwrap());
        }
        order
    }

    /// The conversation's first user message, where its turn may go.
    fn first_message(&self) -> Option<Cut> {
        let (going, _) = self.going_and_kept();
        let first = self.first_user()?;
        let number = going.iter().position(|turn| turn.concat().contains(&first))?;
        Some(Cut::drop(Stage::FirstUser, vec![first], self.openings_after(number)))
    }

    /// Whether a user message, or what the user says right behind it, came with a note.
    fn came_with_note(&self, place: usize) -> bool {
        let is_heard = |other: &usize| {
            self.is(*other, Kind::User) || matches!(self.messages[*other].kind, Kind::System | Kind::Summary)
        };
        let mut said = (place..self.messages.len()).take_while(is_heard);
        said.any(|other| self.is(other, Kind::User) && self.messages[other].has(FLAG_NOTED))
    }

    /// The user messages that open the turns behind one.
    fn openings_after(&self, number: usize) -> Vec<usize> {
        self.turns()[number + 1..].iter().filter_map(|turn| self.opening(turn)).collect()
    }
}

fn stubs(stage: Stage, places: Vec<usize>) -> impl Iterator<Item = Cut> {
    places.into_iter().map(move |place| Cut::one(stage, Action::Stub, place))
}

// --- the walk

/// Everything as it stands in the middle of a walk.
struct Scene<'a> {
    conversation: &'a Conversation,
    /// Places that are neither left out nor made a stub.
    floor: Vec<bool>,
    cost: Vec<u64>,
    /// The form that each message has taken.
    form: Vec<Option<usize>>,
    is_out: Vec<bool>,
    is_stub: Vec<bool>,
    has_note: Vec<bool>,
    /// The user messages that open a turn.
    openings: Vec<usize>,
    /// Whether a note there, or at the beginning of a run of gaps up to there, tells of the gap before a message.
    is_told: Vec<bool>,
    context: Vec<u64>,
}

/// The changes the ladder should make.
pub(crate) fn made(conversation: &Conversation, budget: u64) -> Vec<Made> {
    let mut scene = Scene::start(conversation);
    let (mut made, mut cut) = (Vec::new(), 0);
    for step in conversation.chain() {
        if scene.total() <= budget {
            break;
        }
        let changes = scene.make(&step);
        cut += usize::from(!changes.is_empty());
        made.extend(changes.into_iter().map(|(place, action, before, after)| Made {
            stage: step.stage,
            cut: cut - 1,
            place,
            action,
            before,
            after,
        }));
    }
    made
}

type Change = (usize, Action, u64, u64);

impl<'a> Scene<'a> {
    fn start(conversation: &'a Conversation) -> Self {
        let count = conversation.messages.len();
        let mut floor = conversation.floor();
        if let Some(first) = conversation.first_user() {
            floor[first] |= conversation.must_lead();
        }
        Self {
            conversation,
            floor,
            cost: conversation.messages.iter().map(|message| message.cost).collect(),
            form: vec![None; count],
            is_out: vec![false; count],
            is_stub: vec![false; count],
            has_note: vec![false; count],
            openings: conversation.turns().iter().filter_map(|turn| conversation.opening(turn)).collect(),
            is_told: (0..count).map(|place| conversation.came_with_note(place)).collect(),
            context: conversation.context.clone(),
        }
    }

    fn total(&self) -> u64 {
        self.conversation.fixed + self.cost.iter().sum::<u64>() + self.context.iter().sum::<u64>()
    }

    fn make(&mut self, cut: &Cut) -> Vec<Change> {
        if cut.action == Action::LeaveOut {
            let place = cut.places[0];
            return vec![(place, cut.action, std::mem::take(&mut self.context[place]), 0)];
        }
        let before = self.total();
        let mut changes: Vec<Change> =
            cut.places.iter().filter_map(|&place| self.change(place, cut.action, cut.form)).collect();
        let saved = before - self.total();
        let host = cut.hosts.iter().copied().find(|&host| !self.is_out[host]);
        if let Some(host) = host.filter(|_| !changes.is_empty()) {
            changes.extend(self.notes(host, saved));
        }
        changes
    }

    /// What a gap before one of the user's messages does to the notes there.
    fn notes(&mut self, host: usize, saved: u64) -> Vec<Change> {
        let came = |place: usize| self.conversation.came_with_note(place);
        let openings: Vec<usize> =
            self.openings.iter().copied().filter(|&place| !self.is_out[place]).collect();
        let before = openings.iter().copied().rfind(|&place| place < host);
        let next = openings.iter().copied().find(|&place| place > host);
        if let Some(before) = before.filter(|&before| self.is_told[before]) {
            self.is_told[host] = true;
            let doubled = came(host) && self.has_note[before];
            self.is_told[before] &= !doubled;
            let places = if doubled { [Some(before), None] } else { [Some(host), next] };
            let noted = places.into_iter().flatten().find(|&place| self.has_note[place]);
            return noted.and_then(|place| self.change(place, Action::Unnote, 0)).into_iter().collect();
        }
        let given_back = next.filter(|&next| self.has_note[next]);
        let back = given_back.map_or(0, |next| self.cost[next] - self.present(next).0);
        let is_due = self.is_note_due(host, saved + back) && !came(host) && !next.is_some_and(came);
        self.is_told[host] = is_due || self.has_note[host] || came(host);
        if !is_due {
            return Vec::new();
        }
        let made = [
            self.change(host, Action::Note, 0),
            given_back.and_then(|next| self.change(next, Action::Unnote, 0)),
        ];
        made.into_iter().flatten().collect()
    }

    /// The cost of a message in its present form, without and with a note.
    fn present(&self, place: usize) -> (u64, u64) {
        let message = &self.conversation.messages[place];
        let plain = (message.cost, message.noted);
        self.form[place].map_or(plain, |form| (message.forms[form].cost, message.forms[form].noted))
    }

    /// A note must cost something, or there is none, and less than the gap saves.
    fn is_note_due(&self, host: usize, saved: u64) -> bool {
        let (cost, noted) = self.present(host);
        !self.has_note[host] && noted > cost && noted - cost < saved
    }

    fn change(&mut self, place: usize, action: Action, form: usize) -> Option<Change> {
        let (message, before) = (&self.conversation.messages[place], self.cost[place]);
        let is_whole = !self.is_stub[place] && !message.has(FLAG_PINNED);
        let after = match action {
            _ if self.is_out[place] => None,
            Action::Stub => Some(message.stub).filter(|&stub| !self.floor[place] && stub < before),
            Action::Trim => Some(message.forms[form].cost).filter(|&cost| is_whole && cost < before),
            Action::Drop => Some(0).filter(|_| !self.floor[place]),
            Action::Note => Some(self.present(place).1),
            Action::Unnote => Some(self.present(place).0).filter(|_| self.has_note[place]),
            Action::LeaveOut => None,
        }?;
        match action {
            Action::Stub => self.is_stub[place] = true,
            Action::Trim => self.form[place] = Some(form),
            Action::Drop => self.is_out[place] = true,
            Action::Note => self.has_note[place] = true,
            Action::Unnote | Action::LeaveOut => self.has_note[place] = false,
        }
        self.cost[place] = after;
        Some((place, action, before, after))
    }
}
