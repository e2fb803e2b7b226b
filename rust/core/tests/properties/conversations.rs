//! The ladder on random conversations.

use contextthrift_core::conversation::{
    FLAG_CONTINUES, FLAG_NOTED, FLAG_PINNED, FLAG_USER, Kind, Made, Policy, Without,
};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;

use crate::reference::conversation::{Conversation, Form, Message};
use crate::reference::ladder::made;
use crate::reference::laws::Chain;
use crate::working_sets::score;
use crate::{CASES, share_of};

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        1 => Just(Kind::System),
        3 => Just(Kind::User),
        3 => Just(Kind::Assistant),
        4 => Just(Kind::Call),
        6 => Just(Kind::Result),
        1 => Just(Kind::Aside),
        1 => Just(Kind::Summary),
    ]
}

fn message_flags() -> impl Strategy<Value = u8> {
    prop_oneof![
        8 => Just(0),
        1 => Just(FLAG_PINNED),
        1 => Just(FLAG_USER),
        1 => Just(FLAG_NOTED),
        2 => Just(FLAG_CONTINUES),
        1 => any::<u8>()
    ]
}

prop_compose! {
    /// What a form saves on the one before it, nothing at times, and what a note in it costs.
    fn form()(without in prop::sample::select(&Without::ALL[..]), saved in 0_u64..9, note in 0_u64..12)
        -> (Without, u64, u64) { (without, saved, note) }
}

fn forms() -> impl Strategy<Value = Vec<(Without, u64, u64)>> {
    prop_oneof![3 => Just(Vec::new()), 2 => vec(form(), 1..4)]
}

prop_compose! {
    /// Stubs and notes of any size: a stub that is no gain, a note that would cost more than a gap saves.
    fn message()(
        kind in kind(), flags in message_flags(), cost in 0_u64..40, stub in 0_u64..20, note in 0_u64..12,
        forms in forms()
    ) -> Message {
        Message { kind, flags, cost, stub, noted: cost + note, forms: smaller(cost, forms) }
    }
}

/// The forms of a message of that cost: without media first, hardly one larger than the one before.
fn smaller(mut cost: u64, mut forms: Vec<(Without, u64, u64)>) -> Vec<Form> {
    forms.sort_by_key(|(without, _, _)| *without == Without::Arguments);
    let form = |(without, saved, note): (Without, u64, u64)| {
        cost = (cost + 1).saturating_sub(saved);
        Form { without, cost, noted: cost + note }
    };
    forms.into_iter().map(form).collect()
}

prop_compose! {
    fn policy()(
        keep_first_user in any::<bool>(),
        this_turn_result_keep in 0_usize..5,
        keep_last_turns in prop_oneof![3 => Just(0_usize), 1 => 1_usize..4]
    ) -> Policy {
        Policy { keep_first_user, this_turn_result_keep, keep_last_turns }
    }
}

prop_compose! {
    fn unscored()(
        messages in prop_oneof![vec(message(), 0..8), vec(message(), 0..60)],
        fixed in 1_u64..30,
        context in vec(0_u64..20, 0..4),
        policy in policy()
    ) -> Conversation {
        Conversation { messages, fixed, context, scores: None, unit_scores: None, policy }
    }
}

fn conversation() -> impl Strategy<Value = Conversation> {
    let scores = || option::of(vec(score(), 61));
    (unscored(), scores(), scores()).prop_map(|(mut conversation, scores, unit_scores)| {
        let (earlier, messages) = (conversation.earlier().len(), conversation.messages.len());
        conversation.scores = scores.map(|scores| scores[..earlier].to_vec());
        conversation.unit_scores = unit_scores.map(|scores| scores[..messages].to_vec());
        conversation
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2 * CASES))]

    /// The laws are those of `reference::laws`: whole units, the floor, the turns that the policy keeps,
    /// the user's opening, notes behind gaps, no cut that raises the total, the stages in their order, and
    /// the walk that ends at the first total that fits.
    #[test]
    fn every_walk_is_the_beginning_of_one_chain(
        conversation in conversation(), shares in vec(0_u64..=1_050, 4)
    ) {
        let chain = Chain::of(&conversation).map_err(TestCaseError::fail)?;
        for share in shares {
            chain.check(share_of(chain.total_before(), share)).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn the_walk_is_that_of_the_slow_twin(conversation in conversation(), share in 0_u64..=1_050) {
        let budget = share_of(conversation.total(), share);
        prop_assert_eq!(conversation.planned(budget).unwrap().made, made(&conversation, budget));
    }

    #[test]
    fn a_conversation_fits_where_what_stays_does(conversation in conversation(), above in 0_u64..3) {
        let least = conversation.planned(0).unwrap().total_after;
        prop_assert_eq!(least, conversation.fixed + conversation.least().iter().sum::<u64>());
        prop_assert!(conversation.planned(least + above).unwrap().total_after <= least + above);
    }

    #[test]
    fn forms_of_any_cost_and_order_are_walked_all_the_same(
        mut conversation in conversation(), costs in vec((any::<bool>(), 0_u64..50, 0_u64..50), 9),
        share in 0_u64..=1_050
    ) {
        for (place, message) in conversation.messages.iter_mut().enumerate() {
            let form = |&(is_media, cost, noted): &(bool, u64, u64)| {
                let without = if is_media { Without::Media } else { Without::Arguments };
                Form { without, cost, noted }
            };
            message.forms = costs.iter().skip(place % 10).map(form).collect();
        }
        let budget = share_of(conversation.total(), share);
        let plan = conversation.planned(budget).unwrap();
        let change = |made: &Made| i128::from(made.after) - i128::from(made.before);
        for cut in plan.made.chunk_by(|a, b| a.cut == b.cut) {
            prop_assert!(cut.iter().map(change).sum::<i128>() <= 0, "{:?}", cut);
        }
        let changed: i128 = plan.made.iter().map(change).sum();
        prop_assert_eq!(i128::from(plan.total_before) + changed, i128::from(plan.total_after));
    }
}
