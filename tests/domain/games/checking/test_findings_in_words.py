"""Whatever a check can find has a sentence, and other programs get the same ones."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import games.engine
from games.contract import in_contract
from games.engine.checking import check_gcg
from games.engine.record import RecordedPlayer
from games.engine.report import Deviation, GameReport, Notice, RecordVerdict
from games.wording import LONGEST_SHOWN, SENTENCES, in_words, names_called
from tests.domain.games.checking.written_games import checked, club_game

ENGINE = Path(games.engine.__path__[0])
SPECIAL = {"player.taken_for", "total.by_addition"}
_WHAT = re.compile(
    "total|(bag|board|bonus|encoding|end|exchange|header|nick|order|play|player|pragma|rack|rows"
    "|score|syntax|tiles|time|total|turn|withdraw|word)[.][a-z_]+"
)


def named() -> set[str]:
    """Returns the names of findings in the sources of the reader and the check."""
    sources = [*(ENGINE / "checking").glob("*.py"), *(ENGINE / "gcg").glob("*.py")]
    sources.append(ENGINE / "position.py")
    texts = {
        node.value
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in texts if _WHAT.fullmatch(text)}


def test_every_finding_has_its_sentence_and_no_sentence_is_left_over() -> None:
    assert named() == set(SENTENCES) - SPECIAL


@pytest.mark.parametrize(
    ("finding", "sentence"),
    [
        (
            Deviation(1, "SCORE", "score.play", {"play": "13A .ÄLE"}, 32, 22),
            "13A .ÄLE scores +22, not +32.",
        ),
        (
            Deviation(1, "CUM", "total", {"player": "Ann", "by_addition": 99}, 104, 99),
            "The total of Ann is 99, not 104.",
        ),
        (
            Deviation(1, "CUM", "total", {"player": "Ann", "by_addition": 99}, 104, 97),
            (
                "The scores in the record add up to 99 for Ann, not 104; counted again, the total "
                "is 97."
            ),
        ),
        (
            Deviation(1, "PLAYER", "player.unknown", {"nick": "Zed", "taken_for": ""}),
            "No player has the nick Zed.",
        ),
        (
            Deviation(1, "PLAYER", "player.unknown", {"nick": "Zed", "taken_for": "Ann"}),
            "No player has the nick Zed; the turn is read as Ann's.",
        ),
        (Notice(1, "score.unsigned"), "The score has no sign."),
    ],
)
def test_a_finding_is_one_sentence(finding: Deviation | Notice, sentence: str) -> None:
    assert in_words(finding) == sentence


def test_players_go_by_what_the_page_calls_them_and_others_by_their_nicks() -> None:
    called = names_called(
        (RecordedPlayer("Ann", "A. Bee"), RecordedPlayer("Bob", ""), RecordedPlayer("Ann", "")),
        ("Ann Bee", "Ben Sample", "X"),
    )
    turn = Deviation(4, "TURN", "turn.off", {"player": "Bob", "expected": "Ann"})
    assert in_words(turn, called) == "Ben Sample moves, but it is Ann Bee's turn."
    strange = Notice(3, "nick.alias", {"nick": "Bobby", "player": "Bob"})
    assert in_words(strange, called) == "Bobby is read as Ben Sample."
    total = Deviation(5, "CUM", "total", {"player": "Cy", "by_addition": 9}, 8, 9)
    assert in_words(total, called) == "The total of Cy is 9, not 8."


def test_what_a_record_says_is_quoted_as_it_is_but_not_at_any_length() -> None:
    quoted = in_words(Notice(1, "pragma.unknown", {"text": "{0} %s {what}"}))
    assert quoted.endswith("{0} %s {what}")
    long = in_words(Deviation(1, "RACK", "rack.unreadable", {"rack": "1" * 1000}))
    assert len(long) < LONGEST_SHOWN + len(SENTENCES["rack.unreadable"])
    assert "…" in long


def test_squares_are_named_as_records_name_them() -> None:
    conflict = checked("Ann: 8D QUANT +48 48", "Bob: 8D QUILT +4 4").deviations[0]
    assert in_words(conflict) == "8D QUILT has I on F8, but A is there."


def test_other_programs_get_a_record_as_plain_values() -> None:
    *events, _ = club_game()
    told = in_contract(checked(*events, "#wind north", "Bob: (LN) +5 831"), "a/b.gcg")
    assert told == {
        "file": "a/b.gcg",
        "verdict": "deviates",
        "complete": True,
        "board": 15,
        "layout": "standard15",
        "tiles": "english",
        "tiles_inferred": True,
        "encoding": "ascii",
        "players": ["Ann", "Bob"],
        "scores": [490, 830],
        "stated_scores": [490, 831],
        "plays": 27,
        "bingos": 6,
        "end": "rack",
        "deviations": [
            {
                "line": len(events) + 4,
                "code": "ENDRACK",
                "text": "The tiles LN earn +4, not +5.",
                "stated": 5,
                "right": 4,
            }
        ],
        "notices": [{"line": len(events) + 3, "text": told["notices"][0]["text"]}],
        "unknown": ["#wind north"],
    }
    assert "#wind north" in told["notices"][0]["text"]


def test_other_programs_get_what_is_no_game_too() -> None:
    told = in_contract(check_gcg(b"\0"), "x")
    assert (told["verdict"], told["players"], told["scores"]) == ("not-gcg", [], [])
    assert (told["board"], told["layout"], told["tiles"]) == (None, "", "")
    assert told["unknown"] == []
    nothing = in_contract(GameReport(RecordVerdict.EMPTY, None), "x")
    assert nothing["deviations"] == []
