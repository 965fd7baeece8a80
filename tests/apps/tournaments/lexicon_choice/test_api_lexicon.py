"""The lexicon of a division over the API: who may choose it, and what is frozen."""

from __future__ import annotations

import pytest

from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, division, entries_of
from tests.apps.tournaments.lexicon_choice.lexicon_events import an_event_with_lists

pytestmark = pytest.mark.django_db

LEXICON = f"events/{SLUG}/divisions/A/lexicon"


@pytest.fixture
def program() -> Program:
    """Returns a program of the director of an event with lists to choose from."""
    an_event_with_lists()
    return of("dora")


def test_only_those_who_direct_the_event_choose_its_lexicon(program: Program) -> None:
    before, otto = len(entries_of()), of("otto")
    assert Program().get(LEXICON).status_code == 401
    assert otto.get(LEXICON).status_code == 403
    for other, status in ((Program(), 401), (otto, 403)):
        assert other.ask("PUT", LEXICON, {"lexicon": "NWL2023"}).status_code == status
    assert len(entries_of()) == before


def test_a_division_is_given_a_list_whose_words_are_frozen(program: Program) -> None:
    shown = program.get(LEXICON)
    assert (shown.json()["lexicon"], shown.json()["in_force"]) == ("", "NWL2023")
    read = {"If-Match": shown["ETag"]}
    older = program.ask("PUT", LEXICON, {"lexicon": "NWL2020"}, **read)
    assert (older.status_code, error(older)["code"]) == (409, "confirm")
    body = {"lexicon": "NWL2023", "closes_word_tools": True, "confirmed": True}
    assert program.ask("PUT", LEXICON, body, **read).status_code == 200
    chosen = program.get(LEXICON).json()
    assert (chosen["lexicon"], chosen["closes_word_tools"]) == ("NWL2023", True)
    assert chosen["lexicon_sha256"] == division().lexicon_hash != ""
    unknown = program.ask("PUT", LEXICON, {"lexicon": "NONE"})
    assert (unknown.status_code, error(unknown)["field"]) == (422, "lexicon")
