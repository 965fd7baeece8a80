"""Figures of games: who gets them, when they are worked out anew, and when they go."""

from __future__ import annotations

import json
from io import StringIO

import pytest
from django.core.management import call_command

from core.actors import CONSOLE
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.models import Job
from games.commands.free_games import CorrectGame, RemoveGame
from games.figures_job import FIGURES, ask_for_figures, ask_for_missing, mark_of
from games.management.commands.game_figures import in_words
from games.models import Game, GameFigures, GamePlayer, PlayerFigures
from games.tasks import find_missing_figures
from lexicon.casual import casual_list
from tests.apps.games.recorded import between, key_of, read_all, recorded, registered
from tests.builders.games import bonus_game, complete_game, deviating_game, phoney_game
from tests.builders.lexica import imported_list

pytestmark = [pytest.mark.both_databases("aggregates", "locks"), pytest.mark.django_db]


def asked() -> list[list[str]]:
    """Returns the games that each waiting job is about."""
    jobs = Job.objects.filter(kind=FIGURES, state="queued").order_by("pk")
    return [job.arguments["games"] for job in jobs]


def test_a_confirmed_game_is_read_by_player() -> None:
    game = recorded(text=bonus_game(points=10), players=between(registered("Ada", "Abbot"), ""))
    assert read_all() == {"games": 1, "made": 1, "removed": 0}
    held = GameFigures.objects.get()
    assert (held.verdict, held.complete, held.turns, held.combined) == ("clean", False, 3, 68)
    assert (held.words, held.opening_rack) == (" BIDI BROWST MINDS ", "BDGIIIM")
    first, second = PlayerFigures.objects.order_by("position")
    assert (first.player, first.score, first.record_score) == ("ada-abbot", 36, 36)
    assert (second.player, second.score, second.record_score) == ("", 32, 22)
    assert (first.phoneys, first.challenges_lost, second.best_play) == (None, 1, "E8 (B)ROWST")
    assert game.figures.record_sha256 == mark_of(game)


def test_every_command_on_a_game_asks_for_its_figures() -> None:
    recorded()
    assert asked() == [[key_of(1)]]
    Job.objects.all().delete()
    command = CorrectGame(game=key_of(1), content=phoney_game().encode(), source="pasted")
    execute(command, actor=CONSOLE, reason="the wrong one")
    assert asked() == [[key_of(1)]]
    Job.objects.all().delete()
    execute(UndoEntry(journal=command.stream(), seq=2), actor=CONSOLE)
    assert asked() == [[key_of(1)]]


def test_a_command_on_anything_else_asks_for_none() -> None:
    registered("Ada", "Abbot")
    assert asked() == []


def test_figures_that_hold_are_left_alone_and_stale_ones_made_anew() -> None:
    recorded()
    recorded(2, phoney_game())
    assert read_all()["made"] == 2
    before = set(GameFigures.objects.values_list("pk", flat=True))
    assert read_all()["made"] == 0
    assert set(GameFigures.objects.values_list("pk", flat=True)) == before
    command = CorrectGame(game=key_of(1), content=deviating_game().encode(), source="pasted")
    execute(command, actor=CONSOLE, reason="the wrong one")
    assert read_all()["made"] == 1
    assert Game.objects.get(key=key_of(1)).figures.verdict == "deviates"
    assert PlayerFigures.objects.count() == 4


@pytest.mark.parametrize("state", ["waiting", "refused"])
def test_a_game_that_is_not_confirmed_has_no_figures(state: str) -> None:
    game = recorded()
    read_all()
    with writing():
        Game.objects.filter(pk=game.pk).update(state=state)
    assert read_all()["removed"] == 1
    assert not GameFigures.objects.exists()
    assert not PlayerFigures.objects.exists()
    assert read_all()["removed"] == 0


def test_a_game_of_a_place_that_is_hidden_or_gone_has_no_figures() -> None:
    game = recorded()
    with writing():
        Game.objects.filter(pk=game.pk).update(place="nowhere/A")
    assert read_all()["made"] == 0
    assert ask_for_missing() is None


def test_a_removed_game_takes_its_figures_along() -> None:
    recorded()
    read_all()
    execute(RemoveGame(game=key_of(1)), actor=CONSOLE, reason="twice on record")
    assert not GameFigures.objects.exists()
    assert read_all() == {"games": 0, "made": 0, "removed": 0}


def test_the_lexicon_of_a_game_tells_its_phoneys() -> None:
    imported_list("CLUB", ["BIDI", "BUG"])
    recorded(text="#lexicon Club\n" + phoney_game(), lexicon="CLUB")
    read_all()
    counted = PlayerFigures.objects.order_by("position").values_list("phoneys", "phoneys_caught")
    assert list(counted) == [(0, 0), (1, 1)]


def test_a_list_that_is_casual_or_not_the_one_of_the_record_counts_nobodys_phoneys() -> None:
    imported_list("CLUB", ["BIDI", "BUG"])
    recorded(1, phoney_game(), lexicon=casual_list().code)
    recorded(2, "#lexicon CSW24\n" + phoney_game(), lexicon="CLUB")
    read_all()
    counted = PlayerFigures.objects.order_by("game", "position")
    assert list(counted.values_list("phoneys", "phoneys_caught")) == [(None, 0), (None, 1)] * 2


def test_challenges_that_somebody_wrote_down_stand_before_what_the_record_shows() -> None:
    game = recorded(text=phoney_game())
    with writing():
        GamePlayer.objects.filter(game=game, position=0).update(challenges_won=2)
    read_all()
    assert [line.challenges_won for line in PlayerFigures.objects.order_by("position")] == [2, 0]


def test_games_that_came_without_a_command_are_found() -> None:
    assert ask_for_missing() is None
    recorded()
    Job.objects.all().delete()
    find_missing_figures()
    assert asked() == [[key_of(1)]]


def test_a_game_that_cannot_be_read_is_asked_for_once_and_not_for_good() -> None:
    game = recorded()
    with writing():
        Game.objects.filter(pk=game.pk).update(record="nothing")
    Job.objects.all().delete()
    find_missing_figures()
    assert asked() == [[key_of(1)]]
    read_all()
    Job.objects.all().delete()
    assert ask_for_missing() is None
    assert GameFigures.objects.get().verdict == "empty"
    assert not PlayerFigures.objects.exists()


def test_the_same_games_are_asked_for_once() -> None:
    assert ask_for_figures(["b", "a"]).pk == ask_for_figures(["a", "b"]).pk


def test_the_command_line_queues_the_figures_of_all() -> None:
    out = StringIO()
    call_command("game_figures", "--json", stdout=out)
    told = json.loads(out.getvalue())
    assert told == {"job": Job.objects.get().pk, "state": "queued"}
    assert Job.objects.get().arguments == {"games": None}
    out = StringIO()
    call_command("game_figures", stdout=out)
    assert (
        out.getvalue() == f"Job {Job.objects.get().pk} is queued; use --wait to see its outcome.\n"
    )


@pytest.mark.parametrize(
    ("games", "made", "removed", "said"),
    [
        (11, 0, 0, "All 11 were already right."),
        (1, 0, 0, "It was already right."),
        (0, 0, 0, "There are no recorded games."),
        (3, 2, 0, "3 games: statistics of 2 computed."),
        (3, 2, 1, "3 games: statistics of 2 computed, statistics of 1 removed."),
    ],
)
def test_what_came_of_it_is_told_without_what_did_not_happen(
    games: int, made: int, removed: int, said: str
) -> None:
    assert in_words(games=games, made=made, removed=removed) == said


def test_words_that_repeat_are_kept_once_and_only_what_stands() -> None:
    recorded(text=complete_game())
    read_all()
    words = GameFigures.objects.get().words
    assert words.startswith(" BIDI ")
    assert words.endswith(" ")
    assert len(words.split()) == len(set(words.split()))
