//! The ladder on random conversations.

use contextthrift_core::conversation::{FLAG_PINNED, FLAG_USER, Kind, Policy};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::reference::conversation::{Conversation, Message, made};
use crate::reference::laws::Chain;
use crate::{CASES, share_of};

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        1 => Just(Kind::System),
        3 => Just(Kind::User),
        3 => Just(Kind::Assistant),
        4 => Just(Kind::Call),
        6 => Just(Kind::Result),
        1 => Just(Kind::Summary),
    ]
}

fn message_flags() -> impl Strategy<Value = u8> {
    prop_oneof![8 => Just(0), 1 => Just(FLAG_PINNED), 1 => Just(FLAG_USER), 1 => any::<u8>()]
}

prop_compose! {
    /// Stubs and notes of any size: a stub that is no gain, a note that would cost more than a gap saves.
    fn message()(
        kind in kind(), flags in message_flags(), cost in 0_u64..40, stub in 0_u64..20, note in 0_u64..12
    ) -> Message {
        Message { kind, flags, cost, stub, noted: cost + note }
    }
}

prop_compose! {
    fn policy()(keep_first_user in any::<bool>(), this_turn_result_keep in 0_usize..5) -> Policy {
        Policy { keep_first_user, this_turn_result_keep }
    }
}

prop_compose! {
    fn unrepaired()(
        messages in prop_oneof![vec(message(), 0..8), vec(message(), 0..60)],
        fixed in 1_u64..30,
        policy in policy()
    ) -> Conversation {
        Conversation { messages, fixed, policy }
    }
}

/// Without what stands between a call and its results.
fn repaired() -> impl Strategy<Value = Conversation> {
    unrepaired().prop_map(|mut conversation| {
        while let Some(torn) = conversation.units().into_iter().find(|unit| is_torn(unit)) {
            let within = torn[0] + 1..torn[torn.len() - 1];
            let between = within.into_iter().find(|place| !torn.contains(place)).unwrap();
            conversation.messages.remove(between);
        }
        conversation
    })
}

fn is_torn(unit: &[usize]) -> bool {
    unit[unit.len() - 1] - unit[0] + 1 > unit.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2 * CASES))]

    /// The laws are those of `reference::laws`: whole units, the floor, the user's opening, no cut that
    /// raises the total, the stages in their order, and the walk that ends at the first total that fits.
    #[test]
    fn every_walk_is_the_beginning_of_one_chain(
        conversation in repaired(), shares in vec(0_u64..=1_050, 4)
    ) {
        prop_assert!(conversation.is_repaired());
        let chain = Chain::of(&conversation).map_err(TestCaseError::fail)?;
        for share in shares {
            chain.check(share_of(chain.total_before(), share)).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn the_walk_is_that_of_the_slow_twin(conversation in repaired(), share in 0_u64..=1_050) {
        let budget = share_of(conversation.total(), share);
        prop_assert_eq!(conversation.planned(budget).unwrap().made, made(&conversation, budget));
    }

    #[test]
    fn a_conversation_fits_where_its_floor_does(conversation in repaired(), above in 0_u64..3) {
        let least = conversation.planned(0).unwrap().total_after;
        prop_assert!(conversation.planned(least + above).unwrap().total_after <= least + above);
        let floor = conversation.floor().into_iter().zip(&conversation.messages).filter(|(stays, _)| *stays);
        let first = conversation.first_user().filter(|_| conversation.must_lead());
        let lead = first.filter(|&first| !conversation.floor()[first]);
        let lead = lead.map_or(0, |first| conversation.messages[first].cost);
        let sum: u64 = floor.map(|(_, message)| message.cost).sum();
        prop_assert_eq!(least, conversation.fixed + sum + lead);
    }

    #[test]
    fn a_list_that_is_not_repaired_is_planned_all_the_same(
        conversation in unrepaired(), share in 0_u64..=1_050
    ) {
        let budget = share_of(conversation.total(), share);
        let plan = conversation.planned(budget).unwrap();
        let saved: i128 = plan.made.iter().map(|made| i128::from(made.before) - i128::from(made.after)).sum();
        prop_assert_eq!(i128::from(plan.total_before) - saved, i128::from(plan.total_after));
    }
}
