"""Club nights made with the commands that an officer gives, in few lines.

night = an_open_night("hill", date(2026, 3, 5), here=("ann", "ben"), guests=("Zoe",))
played(night, 1, 2, 401, 333)
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from random import Random
from typing import Any

from clubs.kernel.queries.clubs import home_of
from clubs.kernel.queries.night_games import night_slug
from clubs.nights.commands.attendance import ArriveTonight
from clubs.nights.commands.opening import OpenNight
from clubs.nights.commands.playing import NightGame, PlayTonight
from clubs.nights.commands.three_handed import RecordThreeHanded
from core.journal.execute import Done
from people.commands import AddPlayer
from people.selectors import players_named
from tests.builders.clubs import found
from tests.builders.events import give
from tournaments.models import Tournament
from tournaments.results.commands.results import EnterResult

FIRST_NIGHT = date(2026, 3, 5)


def an_open_night(
    club: str = "hill",
    held_on: date = FIRST_NIGHT,
    *,
    here: Sequence[str] = (),
    guests: Sequence[str] = (),
) -> str:
    """Opens a night and returns its slug; the club and the players are made where there are none.

    `here` are keys of the register, from no. 1; `guests` come after them.
    """
    if home_of(club) is None:
        found(club)
    known = players_named(here)
    for key in here:
        if key not in known:
            given, _, family = key.partition("-")
            give(AddPlayer(key=key, given_name=given.title(), family_name=family.title()))
    give(OpenNight(club=club, held_on=held_on))
    night = night_slug(club, held_on)
    if here or guests:
        give(ArriveTonight(event=night, players=tuple(here), guests=tuple(guests)))
    return night


def seated(night: str, *games: NightGame) -> list[list[Any]]:
    """Begins games at once; returns wave, board and players of each."""
    done: Done = give(PlayTonight(event=night, games=games, confirmed=True))
    answer: list[list[Any]] = done.answer["games"]
    return answer


def played(night: str, one: int, two: int, score: int, opponent_score: int, **terms: Any) -> Done:
    """Plays a game of two to its end; `terms` are fields of `NightGame`."""
    ((wave, _, _),) = seated(night, NightGame(one=one, two=two, **terms))
    return score_of(night, wave, one, two, score, opponent_score)


def score_of(night: str, wave: int, one: int, two: int, score: int, opponent_score: int) -> Done:
    """Enters the result of a game that is played."""
    return give(
        EnterResult(
            event=night,
            division="Night",
            round=wave,
            entry=one,
            opponent=two,
            score=score,
            opponent_score=opponent_score,
        )
    )


def played_by_three(night: str, number: int, players: Sequence[int], scores: Sequence[int]) -> Done:
    """Plays a game of three, which is the one with this number tonight."""
    one, two, third = players
    seated(night, NightGame(one=one, two=two, third=third))
    return give(RecordThreeHanded(event=night, number=number, scores=tuple(scores)))


def a_simulated_night(
    club: str = "hill",
    held_on: date = FIRST_NIGHT,
    *,
    here: Sequence[str],
    games_each: int = 3,
    seed: int = 1,
) -> Tournament:
    """Plays a night of these players with drawn opponents and scores, and returns it.

    Of an odd number one sits out each time.
    """
    night = an_open_night(club, held_on, here=here)
    dice = Random(f"{seed}:{night}")
    for _ in range(games_each):
        numbers = list(range(1, len(here) + 1))
        dice.shuffle(numbers)
        pairs = list(zip(numbers[::2], numbers[1::2], strict=False))
        boards = seated(night, *(NightGame(one=one, two=two) for one, two in pairs))
        for (one, two), (wave, _, _) in zip(pairs, boards, strict=True):
            scores = [max(180, round(dice.gauss(385, 60))) for _ in range(2)]
            give(
                EnterResult(
                    event=night,
                    division="Night",
                    round=wave,
                    entry=one,
                    opponent=two,
                    score=scores[0],
                    opponent_score=scores[1],
                )
            )
    return Tournament.objects.get(slug=night)
