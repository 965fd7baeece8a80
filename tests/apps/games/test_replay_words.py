"""The words of a replay that the game's lexicon lacks: phoney, or only not in the list.

Everybody may see these pages; who may see which game is tested with the replay.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client

from lexicon.casual import casual_list
from tests.apps.games.recorded import key_of, recorded
from tests.builders.games import MOVES, PHONEY, Move, game, phoney_game
from tests.builders.grounds import built_once
from tests.builders.lexica import imported_list
from tests.pages import source_at, words

pytestmark = pytest.mark.django_db

PAGE = f"/games/{key_of(1)}/"
CASUAL = casual_list().code
STAYED = [(0, MOVES[0]), (1, PHONEY)]
UPHELD = [*STAYED, (1, Move(PHONEY.rack, "(challenge)", 5))]


def page(client: Client, turn: int = 2) -> str:
    return source_at(client, f"{PAGE}?m={turn}")


def marks(text: str) -> list[str]:
    """Returns how the moves of the list are marked."""
    (moves,) = re.findall(r'<ol class="moves".*?</ol>', text, re.DOTALL)
    return re.findall(r'<li(?: class="(\w+)")?>', moves)


@pytest.fixture
@built_once
def club() -> None:
    """A list that is not casual, and lacks BROWUST."""
    imported_list("CLUB", ["BIDI", "BUG"])


def on_record(turns: list[tuple[int, Move]], lexicon: str, *, said: str = "") -> None:
    head = f"#lexicon {said}\n" if said else ""
    recorded(text=game(("Ada", "Ben"), turns, head=head), lexicon=lexicon)


def test_what_stayed_and_a_casual_list_lacks_is_only_not_in_it(client: Client) -> None:
    on_record(STAYED, CASUAL)
    text = page(client)
    assert marks(text) == ["", "unlisted"]
    said = words(text)
    assert f"(B)ROWUST not in {CASUAL}" in said
    assert f"leads 24 to 14, not in {CASUAL}" in said
    assert "9E R, 1 point, new" in said
    assert "9E R, 1 point, new, no good" not in said
    assert "phoney" not in text


@pytest.mark.usefixtures("club")
@pytest.mark.parametrize("said", ["", "CLUB", "club"])
def test_what_stayed_is_a_phoney_by_the_list_of_the_game(client: Client, said: str) -> None:
    on_record(STAYED, "CLUB", said=said)
    text = page(client)
    assert marks(text) == ["", "phoney"]
    shown = words(text)
    assert "(B)ROWUST phoney" in shown
    assert "9E R, 1 point, new, no good" in shown
    assert "The record says" not in shown


@pytest.mark.usefixtures("club")
def test_another_list_than_that_of_the_record_is_told_once_and_calls_nothing_a_phoney(
    client: Client,
) -> None:
    on_record(STAYED, "CLUB", said="CSW24")
    text = page(client)
    assert marks(text) == ["", "unlisted"]
    assert text.count("The record says CSW24; words are judged by CLUB.") == 1
    assert ">phoney<" not in text


def test_a_casual_list_is_told_as_one_where_the_record_says_another(client: Client) -> None:
    on_record(STAYED, CASUAL, said="CSW24")
    told = f"The record says CSW24; words are judged by {CASUAL}, a casual list."
    assert page(client).count(told) == 1


@pytest.mark.usefixtures("club")
def test_what_a_failed_challenge_upheld_is_never_a_phoney(client: Client) -> None:
    on_record(UPHELD, "CLUB", said="CLUB")
    text = page(client)
    assert marks(text) == ["", "unlisted", ""]
    assert "(B)ROWUST not in CLUB" in words(text)


def test_what_came_off_is_struck_out_and_a_phoney_by_a_casual_list_too(client: Client) -> None:
    recorded(text=phoney_game(), lexicon=CASUAL)
    text = page(client)
    assert marks(text) == ["", "off", "", ""]
    assert "BROWUST phoney comes off in turn 3" in words(text).replace("(B)", "B")


@pytest.mark.parametrize("said", ["<b>CSW24</b>", "L" * 4000])
def test_what_a_record_calls_its_lexicon_is_shown_as_text_and_cut(
    client: Client, said: str
) -> None:
    on_record(STAYED, CASUAL, said=said)
    text = page(client)
    assert "<b>CSW24" not in text
    assert "L" * 41 not in text
    assert "The record says" in text
