"""A case for every form of the desk: what is typed, what is done, what is refused."""

from __future__ import annotations

from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import SLUG, enter, give, publish, set_up, undo
from tests.apps.tournaments.overview.desk_case import Case
from tests.apps.tournaments.rounds.condition_cases import CONDITION_CASES
from tests.builders import lexica
from tests.builders.rating_lists import imported_list
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.check_in import CheckIn
from tournaments.entries.commands.entries import WithdrawEntry
from tournaments.event.commands.event import ChangeRules, CreateDivision


def round_1() -> None:
    """Publish round 1."""
    publish(1, (1, 2), (3, 4))


def draft() -> None:
    """Set round 1 up."""
    set_up(1, (1, 2), (3, 4))


def drawn() -> None:
    """Publish round 1 under rules that have every start drawn."""
    give(ChangeRules(event=SLUG, division="A", overrides={"start_mode": "draw"}))
    round_1()


def with_result() -> None:
    """Publish round 1 and enter a result."""
    round_1()
    enter(1, 1, 400, 380)


def round_2() -> None:
    """Publish round 2 after round 1."""
    with_result()
    enter(1, 3, 1, 2)
    publish(2, (1, 3), (2, 4))


def withdrawn() -> None:
    """Withdraw Dov."""
    give(WithdrawEntry(event=SLUG, division="A", entry=4, from_round=1))


def on_a_list(rating: int = 1650) -> None:
    """Import a list that knows Ada."""
    imported_list("known", lines=[("ADA", rating, "")])


def a_lexicon() -> None:
    """Have a list here that is in force, in a division that nobody rates."""
    lexica.imported_list("OURS", ["CAT"], edition="NWL2023")
    give(ChangeRules(event=SLUG, division="A", rating_system=""))


def player() -> None:
    """Put Eve Hill into the register."""
    give(AddPlayer(key="eve", given_name="Eve", family_name="Hill"))


def close() -> None:
    """Close the event."""
    give(CloseEvent(event=SLUG, confirmed=True))


def missing() -> None:
    """Tick Dov as not here."""
    give(CheckIn(event=SLUG, division="A", not_here=(4,)))


def ticked() -> None:
    """Tick everybody as here."""
    give(CheckIn(event=SLUG, division="A", here=(1, 2, 3, 4)))


def with_bye() -> None:
    """Publish round 1: 1 meets 2, 3 has the bye, 4 is absent."""
    publish(1, (1, 2), byes=(3,), absent=(4,))


def one_waits() -> None:
    """Set up round 1 with a board, and two who wait."""
    set_up(1, (1, 2))


def two_divisions() -> None:
    """Make division B."""
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3))


CASES = [
    Case(
        "create-division",
        {"name": "B", "planned_rounds": 5, "ruleset": "wespa", "rating_system": "usual"},
        "Division B made: 5 rounds, rule set WESPA",
        "Division A already exists.",
        {"name": "A"},
    ),
    Case(
        "date-event",
        {"starts_on": "2026-05-08"},
        "The event begins on 8 May 2026",
        "Enter a valid date.",
        {"starts_on": "8.5."},
    ),
    Case(
        "change-rules",
        {"rule_bye_spread": "60"},
        "Rules of division A: Spread of a bye: +60 of spread (before: as the rule set says)",
        "5000 is not between 0 and 1000.",
        {"rule_bye_spread": "5000"},
    ),
    Case(
        "choose-lexicon",
        {"lexicon": "OURS", "second_opinion": "SCOWL80", "closes_word_tools": "yes"},
        "Division A plays by OURS, second opinion SCOWL80, word tools closed while it is in play",
        "Choose a lexicon before its second opinion.",
        {"lexicon": ""},
        ground=a_lexicon,
    ),
    Case(
        "change-rounds",
        {"planned_rounds": 4},
        "Rules of division A: 4 rounds (before: 3)",
        "The division can have 2 to 200 rounds.",
        {"planned_rounds": 1},
        wrong_ground=round_2,
    ),
    Case(
        "add-entry",
        {"name": "Eve", "rating": 1234},
        "Eve entered in division A, rating 1234",
        "Give a name, or a player in the register.",
        {"name": ""},
    ),
    Case(
        "change-entry",
        {"name": "Ada", "rating": 1700},
        "No. 1 Ada: rating now 1700 (before: 1600)",
        "This would change nothing.",
        {"rating": 1600},
        query="entry=1",
    ),
    Case(
        "take-ratings",
        {"rating_list": "known"},
        "Ratings of division A taken from Federation list: 1 found, 1 changed;"
        " not on it: #2 Bea, #3 Cem, #4 Dov",
        "This would change nothing.",
        ground=on_a_list,
        wrong_ground=lambda: on_a_list(1600),
    ),
    Case(
        "withdraw-entry",
        {"entry": 4, "from_round": 2},
        "No. 4 Dov withdrawn from round 2 on",
        "Division A has rounds 1 to 3.",
        {"from_round": 9},
    ),
    Case(
        "reinstate-entry",
        {"entry": 4, "from_round": 2},
        "No. 4 Dov plays again from round 2",
        "Division A has rounds 1 to 3.",
        {"from_round": 9},
        ground=withdrawn,
    ),
    Case(
        "arrive-late",
        {"entry": 4, "from_round": 2},
        "No. 4 Dov arrived, plays from round 2",
        "Division A has rounds 1 to 3.",
        {"from_round": 9},
        ground=missing,
    ),
    Case(
        "move-entry",
        {"entry": 4, "to": "B"},
        "No. 4 Dov moved from division A to B",
        "Select a valid choice.",
        {"entry": 7},
        ground=two_divisions,
    ),
    *CONDITION_CASES,
    Case(
        "set-up-round",
        {"boards": "1-4\n3: 2 3"},
        "Round 1 of A set up: no. 1 Ada v no. 4 Dov, no. 2 Bea v no. 3 Cem",
        "Line 2: &#x27;2 against 3&#x27; is not a board, a bye or an absence.",
        {"boards": "1-4\n2 against 3"},
    ),
    Case(
        "pair-round",
        {"method": "swiss fold", "opening": "fold", "repeats": "", "absent": ""},
        "Round 1 of A paired by Swiss: 2 boards",
        "&#x27;four&#x27; is not an entry number.",
        {"absent": "four"},
        ground=ticked,
    ),
    Case(
        "publish-round",
        {},
        "Round 1 of A published",
        "No. 3, 4 have no board, bye or absence in round 1.",
        ground=draft,
        wrong_ground=lambda: set_up(1, (1, 2)),
    ),
    Case(
        "swap-seats",
        {"one": 2, "two": 3},
        "Round 1 of A: no. 2 Bea and no. 3 Cem changed places",
        "No. 1 and no. 2 meet each other; to swap their sides, record who went first.",
        {"one": 1, "two": 2},
        query="round=1",
        ground=draft,
    ),
    Case(
        "pair-waiting",
        {"one": 3, "two": 4},
        "Round 1 of A: no. 3 Cem and no. 4 Dov paired on board 2",
        "Board 1 cannot be used.",
        {"board": 1},
        query="round=1",
        ground=one_waits,
    ),
    Case(
        "take-apart",
        {"entry": 1},
        "Round 1 of A: Board 1 split, no. 1 Ada and no. 2 Bea wait",
        "No. 7 is not at a board.",
        {"entry": 7},
        query="round=1",
        ground=draft,
    ),
    Case(
        "unpublish-round",
        {},
        "Round 1 of A taken back to a draft",
        "Round 1 has results (1); rearrange single boards instead.",
        query="round=1",
        ground=round_1,
        wrong_ground=with_result,
        asks="The pairings of round 1 will disappear from the public pages",
    ),
    Case(
        "record-played",
        {"entry": 1, "score": 400, "opponent": 3, "opponent_score": 380, "why": "wrong table"},
        "Round 1 of A: really played no. 1 Ada 400-380 no. 3 Cem on board 1;"
        " no. 2 Bea and no. 4 Dov now meet on board 2",
        "No. 1 and no. 2 are paired with each other; enter or correct their result.",
        {"opponent": 2},
        query="round=1",
        ground=round_1,
        asks="#2 Bea and #4 Dov are paired with each other.",
    ),
    Case(
        "record-start",
        {"entry": 2},
        "Round 1 of A: no. 2 Bea went first",
        "Select a valid choice.",
        {"entry": 7},
        ground=drawn,
    ),
    Case(
        "enter-result",
        {"score": 400, "opponent_score": 380},
        "Round 1 of A: no. 1 Ada 400-380 no. 2 Bea",
        "Enter both scores.",
        {"opponent_score": ""},
        query="entry=1",
        ground=round_1,
    ),
    Case(
        "correct-result",
        {"score": 410, "opponent_score": 380, "why": "slip misread"},
        "Round 1 of A corrected: no. 1 Ada 410-380 no. 2 Bea, before: 400-380",
        "This field is required.",
        {"why": ""},
        query="entry=1",
        ground=with_result,
    ),
    Case(
        "enter-forfeit",
        {"absent": "4"},
        "Round 1 of A: no. 4 Dov forfeited to no. 3 Cem",
        "Select a valid choice.",
        {"absent": "1,4"},
        ground=round_1,
    ),
    Case(
        "record-sit-out",
        {"entry": 4, "outcome": "bye", "spread": ""},
        "Round 1 of A: no. 4 Dov has a bye, spread +50",
        "Ensure this value is less than or equal to 10000.",
        {"spread": 10_001},
        ground=lambda: publish(1, (1, 2), byes=(3,), absent=(4,)),
    ),
    Case(
        "set-penalty",
        {"entry": 4, "points": -10, "why": "late"},
        "Penalty of no. 4 Dov in round 1: +0 to -10",
        "This would change nothing.",
        {"points": 0},
        ground=round_1,
    ),
    Case(
        "close-event",
        {},
        "Event closed",
        "The event is closed; open it again first.",
        wrong_ground=close,
    ),
    Case(
        "reopen-event",
        {},
        "Event opened again",
        "The event is open.",
        ground=close,
        wrong_ground=lambda: None,
    ),
    Case(
        "undo",
        {},
        "Undid log 6: Dov entered in division A, rating 1570",
        "Log 6 is already undone.",
        query="seq=6",
        wrong_ground=lambda: undo(6),
    ),
    Case(
        "restore",
        {},
        "Restored the state after log 6: 1 entry undone",
        "Nothing was done after that time.",
        query="seq=6",
        ground=withdrawn,
        wrong_ground=lambda: None,
    ),
]
