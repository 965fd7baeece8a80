"""The position from which the next games of a night are arranged."""

from __future__ import annotations

from itertools import combinations

from clubs.kernel.queries.night_games import nights_of
from clubs.nights.arranging.position import LastMet, NightPlayer, NightPosition
from clubs.nights.queries.tonight import NightPerson, Tonight
from tournaments.models import Seat
from tournaments.pairing.position import Meeting

NIGHTS_LOOKED_BACK = 60
"""How many nights back it is looked who met whom: more than a year of weekly ones."""


def position_of(tonight: Tonight) -> NightPosition:
    """Returns the night as the arranging takes it, in two queries more.

    Who came late counts as having sat out until then, so that nobody waits twice.
    """
    return NightPosition(
        tonight.last_wave + 1,
        tuple(_player(one, tonight.last_wave) for one in tonight.here),
        busy=frozenset(one.number for one in tonight.here if one.playing),
        meetings=tuple(
            Meeting(game.wave, *sorted((one.person.number, two.person.number)))
            for game in tonight.games
            for one, two in combinations(game.sides, 2)
        ),
        last_met=_last_met(tonight),
    )


def _player(one: NightPerson, last_wave: int) -> NightPlayer:
    waves = set(one.waves)
    return NightPlayer(
        one.number,
        rating=one.rating,
        half_wins=one.half_wins,
        half_losses=one.half_losses,
        spread=one.spread,
        firsts=one.firsts,
        seconds=one.seconds,
        games=one.games,
        sit_outs=max(last_wave - len(waves), 0),
        sat_out_last=last_wave > 0 and last_wave not in waves,
        doubles=len(one.waves) - len(waves),
        takes_two=True,
        free_since=max(waves, default=0),
    )


def _last_met(tonight: Tonight) -> tuple[LastMet, ...]:
    """Returns how many nights ago those who are here met last, as far as it is looked back."""
    night = tonight.night
    before = nights_of(night.night_of).filter(starts_on__lt=night.starts_on)
    ago = {
        pk: n for n, pk in enumerate(before.values_list("pk", flat=True)[:NIGHTS_LOOKED_BACK], 1)
    }
    here = {one.player: one.number for one in tonight.here if one.player}
    seats = Seat.objects.filter(
        round__division__tournament__in=list(ago), entry__members__player__in=list(here)
    )
    boards: dict[int, list[tuple[int, int]]] = {}
    for board, event, player in seats.values_list(
        "board_id", "round__division__tournament_id", "entry__members__player"
    ):
        boards.setdefault(board, []).append((ago[event], here[player]))
    met: dict[tuple[int, int], int] = {}
    for sitting in boards.values():
        if len(sitting) == 2:
            (nights, one), (_, two) = sitting
            pair = (min(one, two), max(one, two))
            met[pair] = min(nights, met.get(pair, nights))
    return tuple(LastMet(one, two, nights) for (one, two), nights in sorted(met.items()))
