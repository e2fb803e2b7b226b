"""What people in the made-up dialogues tell of themselves, and the other words it is asked for in."""

from __future__ import annotations

from typing import NamedTuple


class Deed(NamedTuple):
    """Something that is done, in the forms in which it is told and asked for."""

    past: str
    """As it is told: I <past> <thing>."""
    gerund: str
    lemma: str
    """As it is asked for: did they <lemma> it?"""
    synonym: str
    """As it is asked for in another word."""
    things: tuple[tuple[str, str], ...]
    """What it was done to, as told and as asked for."""
    details: tuple[str, ...]
    """What only the answer says."""
    aside: str
    """A sentence with the same words that tells nothing."""


DEEDS = (
    Deed(
        "painted", "painting", "paint", "portray",
        (("a sunrise over the lake", "the lake sunrise"), ("an old fishing harbour", "the harbour")),
        ("it hangs above the stairs now", "the colours took most of March"),
        "My cousin paints houses for a living, and painting never bores anyone in that family.",
    ),
    Deed(
        "adopted", "adopting", "adopt", "take in",
        (("a terrier with one ear", "the one-eared terrier"), ("two elderly cats", "the elderly cat")),
        ("the shelter in Leeds called us", "we named the little one Biscuit"),
        "Adoption papers are a nightmare everywhere, adopted or not, everybody says so.",
    ),
    Deed(
        "baked", "baking", "bake", "make",
        (("a cherry pie with almonds", "the pies with cherries"), ("sourdough from rye", "the rye bread")),
        ("the oven died halfway", "grandmother's tin was used for it"),
        "Bakeries close so early these days, one can hardly bake a living out of it.",
    ),
    Deed(
        "repaired", "repairing", "repair", "fix",
        (("the grandfather clock", "the old clock"), ("a leaking canoe", "the canoe's leak")),
        ("a spring from Vienna was missing", "it needed eleven screws"),
        "Repair shops charge for looking, and repairing things costs more than buying.",
    ),
    Deed(
        "bought", "buying", "buy", "purchase",
        (("a second-hand violin", "the used violin"), ("an electric cargo bike", "the cargo bicycle")),
        ("it cost eight hundred and ten", "the seller drove over from Porto"),
        "Buyers everywhere complain, everyone buys too much and buying gets no cheaper.",
    ),
    Deed(
        "climbed", "climbing", "climb", "ascend",
        (("the north ridge of the volcano", "the volcanic ridge"), ("a frozen waterfall", "ice waterfalls")),
        ("we started at ten past three", "the rope froze stiff"),
        "Climbers talk of nothing but climbing, and the climb of prices is what I see.",
    ),
    Deed(
        "wrote", "writing", "write", "compose",
        (("a poem about lighthouses", "the lighthouse poem"),
         ("a letter to the senator", "the senatorial letter")),
        ("the Gazette printed it on page nine", "it rhymes only in the middle"),
        "Writers write, writing is what they do, or so the writers say.",
    ),
    Deed(
        "planted", "planting", "plant", "grow",
        (("seven apple trees", "the apple orchard"), ("lavender along the fence", "the lavenders")),
        ("the moles took one of them", "it was the week of the storm"),
        "Plants need so little, yet planting seasons are planned by the whole village.",
    ),
    Deed(
        "visited", "visiting", "visit", "travel to",
        (("the salt mine near Krakow", "the mines of salt"),
         ("an observatory in Chile", "the Chilean observatory")),
        ("the guide was called Jadwiga", "we stayed for nine nights"),
        "Visitors come and go, visiting hours stay the same, and a visit is a visit.",
    ),
    Deed(
        "performed", "performing", "perform", "play",
        (("a sonata for two pianos", "the piano sonata"), ("in a puppet theatre", "the puppets' theatre")),
        ("forty people stood in the rain", "the curtain got stuck twice"),
        "Performers and performances, the performing arts are always short of money.",
    ),
    Deed(
        "injured", "injuring", "injure", "hurt",
        (("my left wrist at hockey", "a wrist"), ("my shoulder on the stairs", "the shoulder")),
        ("doctor Okafor put a splint on", "it healed in five weeks"),
        "Injuries are part of sports, the injured say, and injury time is the best part.",
    ),
    Deed(
        "applied", "applying", "apply", "submit papers",
        (("for a scholarship in Delft", "the scholarship"),
         ("for the post of beekeeper", "the beekeeping post")),
        ("the deadline was the nineteenth", "they wanted three references"),
        "Applications, applicants, applying here and there: the rules apply to all.",
    ),
    Deed(
        "organised", "organising", "organise", "arrange",
        (("a charity run for the hospice", "the charitable run"),
         ("a reunion of my school class", "the class reunion")),
        ("we raised two thousand and six", "it was held at the boathouse"),
        "Organisers organise, organisations grow, and nobody knows what gets organised.",
    ),
    Deed(
        "studied", "studying", "study", "learn",
        (("Icelandic with an old sailor", "the Icelandic language"), ("the habits of bats", "bat habits")),
        ("the lessons were on Tuesdays", "my notebook has three hundred pages"),
        "Studies say this and that, students study, and a study is soon forgotten.",
    ),
    Deed(
        "designed", "designing", "design", "draw up",
        (("a logo for the bakery", "the bakery's logo"),
         ("a treehouse with a bridge", "the treehouse bridge")),
        ("teal was the colour in the end", "the plans went through six versions"),
        "Designers redesign designs, it is all design today.",
    ),
    Deed(
        "lost", "losing", "lose", "misplace",
        (("my wedding ring at the beach", "the ring"), ("a suitcase in Madrid", "the Madrid luggage")),
        ("a boy with a detector found it", "it came back after forty days"),
        "Losers lose and losing teaches, says everybody who lost nothing.",
    ),
    Deed(
        "knitted", "knitting", "knit", "crochet",
        (("a jumper with reindeer", "the reindeer jumpers"), ("mittens for the twins", "the twins' mittens")),
        ("the wool came from Shetland", "one sleeve is longer"),
        "Knitters meet on Mondays, knit a row, and talk more than they are knitting.",
    ),
    Deed(
        "photographed", "photographing", "photograph", "take a picture of",
        (("an owl in the churchyard", "the churchyard owls"), ("the eclipse from the roof", "eclipses")),
        ("the shutter was at a thousandth", "it won the second prize"),
        "Photographers with photographs of photographers, photography eats itself.",
    ),
    Deed(
        "interviewed", "interviewing", "interview", "question",
        (("a retired astronaut", "the astronauts"), ("the mayor about the tram", "the tramway mayor")),
        ("the tape ran out at minute fifty", "we met in the botanical garden"),
        "Interviews, interviewers, everyone is interviewing everyone about interviews.",
    ),
    Deed(
        "restored", "restoring", "restore", "renovate",
        (("a motorbike from 1956", "the old motorbikes"),
         ("the chapel's stained glass", "the glass of the chapel")),
        ("the tank had to be welded", "uncle Henrik lent me his workshop"),
        "Restorers restore, restoration funds run dry, and restoring order takes longest.",
    ),
)  # fmt: skip

NAMES = (
    "Melanie", "Caroline", "Joanna", "Nate", "Andrew", "Audrey", "Tomás", "Evan", "Jolene", "Deborah", "Gina",
    "Calvin", "Priya", "Mel", "Sören", "Ann", "Anna", "Carol",
)  # fmt: skip

WHEN = (
    "last summer", "two weeks ago", "in May", "on my birthday", "just before the holidays", "that Sunday",
    "in the spring", "the day after the storm",
)  # fmt: skip

TOPICS = (
    "I have been {gerund} again, can you believe it.",
    "You know I always wanted to get back to {gerund}. Well.",
    "Guess who has been {gerund} after all these years!",
    "So I finally {past} something, after putting it off for ages.",
)
PROMPTS = (
    "Oh, tell me more!", "Really? How did that go?", "No way. What was it?", "Nice, what happened then?",
    "You did? And?",
)  # fmt: skip
ANSWERS = (
    "It was {thing}, and {detail}.", "{thing}, to be precise; {detail}.",
    "Believe it or not, {thing}. And {detail}.",
)  # fmt: skip
TOLD = (
    "I {past} {thing} {when}, {detail}.",
    "By the way, {when} I {past} {thing}. Oh, and {detail}.",
    "Did I say that I {past} {thing} {when}? And {detail}.",
)
REACTIONS = (
    "That is wonderful, {name}!",
    "Ha, good for you, {name}.",
    "I am impressed, honestly.",
    "Wow, lovely.",
)
PESTERING = (
    "Have you ever {past} anything, {name}?", "{name}, do you still like {gerund}?",
    "What would you {lemma}, {name}?",
    "Did you {lemma} lately, {name}, or are you too busy for {gerund}?",
)  # fmt: skip

ASKED_TOLD = (
    "When did {name} {verb} {asked}?", "What do we know about {asked} that {name} wanted to {verb}?",
    "How did it go when {name} tried to {verb} {asked}?", "Tell me about {name} {gerund} {asked}",
)  # fmt: skip
ASKED_ANSWERED = (
    "What did {name} {verb} in the end?", "What was it that {name} {past}?",
    "Which thing has {name} been {gerund}?",
    "Tell me what {name} got to {verb}",
)  # fmt: skip
