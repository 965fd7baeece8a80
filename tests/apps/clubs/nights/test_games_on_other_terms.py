"""A recorded game of a night is judged by the list on which the two agreed for it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from clubs.club.commands.describing import SetHouseRules
from clubs.records.queries.game_facts import facts_of_event
from core.actors import CONSOLE
from core.journal.execute import execute
from core.journal.guard import writing
from core.models import JournalEntry
from games.engine.checking import check_gcg
from games.engine.figures import figures_of
from games.models import Game
from games.recording import new_game_key
from lexicon.models import Lexicon
from lexicon.places import Chosen
from tests.builders.clubs import found
from tests.builders.events import give, undo
from tests.builders.games import FIRST_SCORE, SECOND_SCORE, complete_game
from tests.builders.lexica import imported_list
from tests.builders.nights import an_open_night, played
from tournaments.board_games.commands.games import RecordBoardGame
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.board_games.queries.entry_links import actor_by_link, token_of
from tournaments.models import Entry, Tournament

pytestmark = pytest.mark.django_db

NIGHT = "hill-2026-03-05"
LISTS: dict[str, str] = {}


@pytest.fixture(autouse=True)
def night() -> None:
    """Plays by COLLINS, which lacks FIRE; AMERICA has all words of the game."""
    made = figures_of(check_gcg(complete_game().encode())).words
    lists = (
        imported_list("COLLINS", [one for one in made if one != "FIRE"], edition="CSW21"),
        imported_list("AMERICA", made, edition="NWL2023"),
    )
    LISTS.update({one.code: one.sha256 for one in lists})
    found("hill", owner="dora")
    give(SetHouseRules(club="hill", lexica=("COLLINS",)))
    an_open_night(here=("ann-abel", "ben-birch"))


def command(**more: Any) -> RecordBoardGame:
    """Returns the command that puts the game of the one board on record."""
    return RecordBoardGame(
        event=NIGHT,
        division="Night",
        round=1,
        game=new_game_key(),
        entry=1,
        content=complete_game("Ann Abel", "Ben Birch").encode(),
        source="file",
        **more,
    )


def recorded(lexicon: str = "") -> Game:
    """Plays a game by a list, puts it on record, and returns what is kept."""
    played(NIGHT, 1, 2, FIRST_SCORE, SECOND_SCORE, lexicon=lexicon)
    give(command())
    return Game.objects.get()


def phoneys() -> list[int | None]:
    """Returns the phoneys of each that the book of records is told."""
    (facts,) = facts_of_event(Tournament.objects.get(slug=NIGHT))
    return [one.record.phoneys if one.record else None for one in facts.games[0].sides]


def family() -> str:
    (facts,) = facts_of_event(Tournament.objects.get(slug=NIGHT))
    return facts.games[0].family


def test_without_other_terms_it_is_the_list_of_the_night() -> None:
    game = recorded()
    assert (game.lexicon, game.lexicon_hash) == ("COLLINS", LISTS["COLLINS"])
    assert "lexicon" not in JournalEntry.objects.get(command="game.recorded").facts
    assert (phoneys(), family()) == ([0, 1], "Collins/combined")


def test_the_list_of_the_board_judges_and_the_book_has_the_game_in_its_family() -> None:
    game = recorded("AMERICA")
    assert (game.lexicon, game.lexicon_hash) == ("AMERICA", LISTS["AMERICA"])
    assert (phoneys(), family()) == ([0, 0], "NA tournament")


def test_a_list_that_is_no_longer_here_judges_nothing_and_the_nights_does_not_either() -> None:
    played(NIGHT, 1, 2, FIRST_SCORE, SECOND_SCORE, lexicon="AMERICA")
    with writing():
        Lexicon.objects.filter(code="AMERICA").delete()
    give(command())
    game = Game.objects.get()
    assert (game.lexicon, game.lexicon_hash) == ("AMERICA", "")
    assert (phoneys(), family()) == ([None, None], "any")


def test_which_words_the_list_had_is_a_fact_and_an_older_journal_means_the_nights() -> None:
    recorded("AMERICA")
    entry = JournalEntry.objects.get(command="game.recorded")
    assert entry.facts["lexicon"] == ["AMERICA", LISTS["AMERICA"]]
    undo(f"event:{NIGHT}", entry.seq)
    older = {name: fact for name, fact in entry.facts.items() if name != "lexicon"}
    give_again(older)
    assert Game.objects.get().lexicon == "COLLINS"
    undo(f"event:{NIGHT}", JournalEntry.objects.latest("pk").seq)
    with writing():
        Lexicon.objects.filter(code="AMERICA").delete()
    give_again(entry.facts)
    assert Game.objects.get().lexicon_hash == LISTS["AMERICA"]


def give_again(facts: dict[str, Any]) -> None:
    """Gives the command with the facts of an earlier execution, as a replay does."""
    execute(command(), actor=CONSOLE, recorded=facts)


def test_a_player_who_hands_it_in_has_its_words_looked_up_in_that_list() -> None:
    played(NIGHT, 1, 2, FIRST_SCORE, SECOND_SCORE, lexicon="AMERICA")
    give(OpenHandIn(event=NIGHT, division="Night", takes_games=True))
    ann = Entry.objects.select_related("tournament").get(number=1)
    page = Client().get(f"/p/{token_of(ann, ann.tournament)}/games/round/1/")
    assert page.context["form"].game_form.lexicon == Chosen("AMERICA", LISTS["AMERICA"])
    execute(command(by=1), actor=actor_by_link(ann))
    assert Game.objects.get().lexicon == "AMERICA"
