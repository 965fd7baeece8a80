"""One line in, one intent or one worded fault out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.entry_line.grammar import LONGEST, parted_slip, read_line
from tournaments.entry_line.intents import (
    ClaimOf,
    EntryLineError,
    GameIntent,
    GoToDispute,
    GoToDivision,
    GoToRound,
    Intent,
    NoShow,
    PenaltyIntent,
    Simple,
    SitOut,
    SlipOrder,
    WentFirst,
    Whom,
)

SEVEN, TWELVE = Whom("entry", 7), Whom("board", 12)
ON_THE_SLIP = Whom("slot", 0)

LINES: list[tuple[str, Intent]] = [
    ("7 423 389", GameIntent(SEVEN, 423, 389)),
    ("  7   423\t389 ", GameIntent(SEVEN, 423, 389)),
    ("#7 423 389", GameIntent(SEVEN, 423, 389)),
    ("p7 423 389", GameIntent(SEVEN, 423, 389)),
    ("7 423-389", GameIntent(SEVEN, 423, 389)),
    ("7,423,389", GameIntent(SEVEN, 423, 389)),
    ("7 423389", GameIntent(SEVEN, 423, 389)),
    ("b12 423389", GameIntent(TWELVE, 423, 389)),
    ("7 left 300350", GameIntent(SEVEN, 300, 350, ending="left")),
    ("423389", GameIntent(ON_THE_SLIP, 423, 389)),
    ("89-423", GameIntent(ON_THE_SLIP, 89, 423)),
    ("7 423 389 over 2:05", GameIntent(SEVEN, 423, 389, over=(125, 0))),
    (
        "b12 423389 over 0 2 ! misread",
        GameIntent(TWELVE, 423, 389, reason="misread", over=(0, 120)),
    ),
    ("423398 ! slip misread", GameIntent(ON_THE_SLIP, 423, 398, reason="slip misread")),
    ("b12", SlipOrder(12)),
    ("s", SlipOrder(None)),
    ("division B", GoToDivision("B")),
    ("7 423 18 389 ! misread", GameIntent(SEVEN, 423, 389, opponent=18, reason="misread")),
    ("7 = 400 ! misread", GameIntent(SEVEN, 400, 400, tie=True, reason="misread")),
    ("7 423 389" + " " * (LONGEST - 9), GameIntent(SEVEN, 423, 389)),
    ("n", Simple("numbers")),
    ("c", Simple("correct")),
    ("x", Simple("drop")),
    ("7 -12 389", GameIntent(SEVEN, -12, 389)),
    ("7 \u221212 389", GameIntent(SEVEN, -12, 389)),
    ("b12 423 389", GameIntent(TWELVE, 423, 389)),
    ("B12 423 389", GameIntent(TWELVE, 423, 389)),
    ("/12 423 389", GameIntent(TWELVE, 423, 389)),
    ("7 423 18 389", GameIntent(SEVEN, 423, 389, opponent=18)),
    ("12 =", ClaimOf(TWELVE)),
    ("b12 =", ClaimOf(TWELVE)),
    ("#7 =", ClaimOf(SEVEN)),
    ("12 ?", GoToDispute(TWELVE)),
    ("/12 ?", GoToDispute(TWELVE)),
    ("7 = 400", GameIntent(SEVEN, 400, 400, tie=True)),
    ("7 tie 400", GameIntent(SEVEN, 400, 400, tie=True)),
    ("b12 = 400", GameIntent(TWELVE, 400, 400, tie=True)),
    ("7 bye", SitOut(7, "bye")),
    ("7 absent", SitOut(7, "absent")),
    ("ff 7", NoShow((7,))),
    ("7 ff", NoShow((7,))),
    ("7 FORFEIT", NoShow((7,))),
    ("ff 7 18", NoShow((7, 18))),
    ("7 left 300 350", GameIntent(SEVEN, 300, 350, ending="left")),
    ("7 time 400 380", GameIntent(SEVEN, 400, 380, ending="time")),
    ("7 left 300 18 350", GameIntent(SEVEN, 300, 350, opponent=18, ending="left")),
    ("7 penalty -50 late: Again!", PenaltyIntent(7, -50, "late: Again!")),
    ("7 penalty -50 ! late", PenaltyIntent(7, -50, "late")),
    ("7 penalty 0", PenaltyIntent(7, 0)),
    ("b12 void", GameIntent(TWELVE, ending="void")),
    ("7 void", GameIntent(SEVEN, ending="void")),
    ("first 7", WentFirst(7)),
    ("7 first", WentFirst(7)),
    ("r 8", GoToRound(8)),
    ("r8", GoToRound(8)),
    ("Round8", GoToRound(8)),
    ("d B", GoToDivision("B")),
    ("d Late Birds", GoToDivision("Late Birds")),
    ("m", Simple("missing")),
    ("u", Simple("undo")),
    ("?", Simple("help")),
    (".", Simple("again")),
    ("7 423 398 ! misread slip", GameIntent(SEVEN, 423, 398, reason="misread slip")),
    ("7 423 398 !", GameIntent(SEVEN, 423, 398, reason="")),
    ("b12 void ! both  agreed", GameIntent(TWELVE, ending="void", reason="both agreed")),
]


@pytest.mark.parametrize(("text", "intent"), LINES, ids=[text for text, _ in LINES])
def test_a_line_says_one_thing(text: str, intent: Intent) -> None:
    assert read_line(text) == intent


@pytest.mark.parametrize(
    ("text", "code", "params"),
    [
        ("", "line.empty", {}),
        ("  ! why", "line.empty", {}),
        ("x" * (LONGEST + 1), "line.long", {"limit": LONGEST}),
        ("hello 400 380", "line.unknown", {"word": "hello"}),
        ("7x 423 389", "line.whom", {"word": "7x"}),
        ("b 423 389", "line.whom", {"word": "b"}),
        ("٣ 423 389", "line.whom", {"word": "٣"}),
        ("-7 423 389", "line.unknown", {"word": "-7"}),
        ("7", "line.one_score", {}),
        ("7 423", "line.one_score", {}),
        ("7 4z3 389", "line.score", {"word": "4z3"}),
        ("7 423 three", "line.score", {"word": "three"}),
        ("7 4234567 389", "line.score", {"word": "4234567"}),
        ("7 423456 389", "line.too_much", {"word": "389"}),
        ("7 42389", "line.one_score", {}),
        ("423389 5", "line.too_much", {"word": "5"}),
        ("423389 over", "line.over", {"word": ""}),
        ("423389 over 2:75", "line.over", {"word": "2:75"}),
        ("7 left 300 350 over 1", "line.over_where", {}),
        ("ff 7 over 1", "line.over_where", {}),
        ("423 389", "line.one_score", {}),
        ("42389", "line.one_score", {}),
        ("7423389", "line.whom", {"word": "7423389"}),
        ("s 5", "line.too_much", {"word": "5"}),
        ("c 400 350", "line.too_much", {"word": "400"}),
        ("7 423 18 389 5", "line.too_much", {"word": "5"}),
        ("b12 423 18 389", "line.too_much", {"word": "389"}),
        ("7 423 -18 389", "line.number", {"word": "-18", "after": "423"}),
        ("7 tie", "line.score", {"word": ""}),
        ("12 = now", "line.score", {"word": "now"}),
        ("b ?", "line.whom", {"word": "b"}),
        ("12 ? 5", "line.score", {"word": "?"}),
        ("12 = ! why", "line.reason_where", {}),
        ("7 = 400 400", "line.too_much", {"word": "400"}),
        ("7 bye 50", "line.too_much", {"word": "50"}),
        ("7 left", "line.score", {"word": ""}),
        ("7 left 300", "line.one_score", {}),
        ("7 first 3", "line.too_much", {"word": "3"}),
        ("b12 left 300 350", "line.ending_of_board", {"word": "left"}),
        ("b12 penalty -50", "line.ending_of_board", {"word": "penalty"}),
        ("7 penalty", "line.number", {"word": "", "after": "penalty"}),
        ("7 penalty lots", "line.score", {"word": "lots"}),
        ("ff", "line.number", {"word": "", "after": "ff"}),
        ("ff 7 18 19", "line.too_much", {"word": "19"}),
        ("ff b12", "line.number", {"word": "b12", "after": "ff"}),
        ("7 ff 18", "line.too_much", {"word": "18"}),
        ("r", "line.number", {"word": "", "after": "r"}),
        ("d", "line.number", {"word": "", "after": "d"}),
        ("u 7", "line.too_much", {"word": "7"}),
        ("7 bye ! why", "line.reason_where", {}),
        ("HeLLo 400 380", "line.unknown", {"word": "HeLLo"}),
        ("7 4Z3 389", "line.score", {"word": "4Z3"}),
        ("7 423 18 389 five", "line.too_much", {"word": "five"}),
        ("7 void now", "line.too_much", {"word": "now"}),
        ("first 7 18", "line.too_much", {"word": "18"}),
        ("first x", "line.number", {"word": "x", "after": "first"}),
        ("round 3 4", "line.too_much", {"word": "4"}),
        ("/x 423 389", "line.whom", {"word": "/x"}),
        ("px 423 389", "line.whom", {"word": "px"}),
        ("#x 423 389", "line.whom", {"word": "#x"}),
        ("bx 423 389", "line.whom", {"word": "bx"}),
    ],
)
def test_a_line_that_says_nothing_names_what_was_wrong(
    text: str, code: str, params: dict[str, object]
) -> None:
    with pytest.raises(EntryLineError) as wrong:
        read_line(text)
    assert (wrong.value.code, wrong.value.params) == (code, params)


SCRAPS = (
    "7",
    "b12",
    "/3",
    "p4",
    "#",
    "423",
    "-5",
    "+50",
    "423-389",
    "!",
    "why",
    ";",
    ",",
    "?",
    ".",
)
KEYWORDS = (
    "=",
    "tie",
    "bye",
    "absent",
    "ff",
    "forfeit",
    "left",
    "time",
    "penalty",
    "void",
    "first",
)
WORDS = st.sampled_from([*SCRAPS, *KEYWORDS, ".", "first", "r", "d", "m", "u"])


@given(st.one_of(st.text(max_size=40), st.lists(WORDS, max_size=6).map(" ".join)))
def test_any_text_gives_an_intent_or_a_fault_with_a_code(text: str) -> None:
    assert isinstance(_read(text), Intent | str)


def _read(text: str) -> Intent | str:
    """Return the intent, or the code of the fault; any other exception goes on."""
    try:
        return read_line(text)
    except EntryLineError as wrong:
        return wrong.code


@given(
    st.integers(1, 99_999),
    st.integers(-149, 1499),
    st.integers(-149, 1499),
    st.sampled_from(["{} {} {}", "#{} {} {}", " {}  {},{} ", "{};{};{}"]),
)
def test_spacing_and_marks_change_nothing(number: int, own: int, other: int, form: str) -> None:
    assert read_line(form.format(number, own, other)) == GameIntent(
        Whom("entry", number), own, other
    )


@given(st.integers(1, 999), st.integers(0, 1499), st.integers(0, 1499), st.integers(1, 999))
def test_tsh_order_names_the_same_game(one: int, own: int, other: int, two: int) -> None:
    intent = read_line(f"{one} {own} {two} {other}")
    assert intent == GameIntent(Whom("entry", one), own, other, opponent=two)


@given(st.integers(1, 999), st.text(st.characters(codec="ascii", min_codepoint=33), min_size=1))
def test_the_reason_is_kept_as_typed(number: int, reason: str) -> None:
    intent = read_line(f"{number} 423 389 ! {reason}")
    assert isinstance(intent, GameIntent)
    assert intent.reason == reason


@pytest.mark.parametrize(
    ("text", "parted"),
    [
        ("423 389", (423, "423-389")),
        (" 423   389 ", (423, "423-389")),
        ("1310 348", (1310, "1310-348")),
        ("14 423", None),
        ("423 89", None),
        ("423389", None),
        ("423 389 1", None),
    ],
)
def test_a_slip_may_be_typed_in_two_parts(text: str, parted: tuple[int, str] | None) -> None:
    assert parted_slip(text) == parted
