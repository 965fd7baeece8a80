"""The games of club nights as the tables of seasons take them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from clubs.kernel.queries.night_games import NIGHT, guest_key
from clubs.models import ThreeHandedGame
from clubs.seasons.tables.games import SeasonGame, SeasonNight, SeasonSide
from people.merging import meant_at_board, standing_for
from tournaments.board_terms import terms_of
from tournaments.models import Board, EntryMember, Result, Round, Tournament


def season_night(night: Tournament) -> SeasonNight:
    """Returns a night as the tables of seasons take it, in four queries."""
    return season_nights([night])[0]


def season_nights(nights: Iterable[Tournament]) -> list[SeasonNight]:
    """Returns nights as the tables of seasons take them, in four queries for all of them.

    Who is in the register twice is there once, under the key that stands for both. A night without
    a day is left out. Games without a result are no games yet; what nobody won, as a void game, is
    none either.
    """
    dated = [(night, night.starts_on) for night in nights if night.starts_on is not None]
    wanted = [night.pk for night, _ in dated]
    people, standing = _people(wanted), standing_for()
    games = _games(wanted, people, standing)
    return [
        SeasonNight(
            night.slug,
            held_on,
            tuple(
                game for _, game in sorted(games[night.pk], key=lambda one: (one[0], one[1].key))
            ),
            frozenset(standing.get(key, key) for key in people[night.pk].values()),
        )
        for night, held_on in dated
    ]


_People = dict[int, dict[int, str]]
_Placed = dict[int, list[tuple[int, SeasonGame]]]


def _people(nights: list[int]) -> _People:
    """Returns by night the key of each entry's player, by the key of the entry."""
    people: _People = defaultdict(dict)
    members = EntryMember.objects.filter(entry__tournament__in=nights, position=1)
    for night, slug, entry, player in members.values_list(
        "entry__tournament_id", "entry__tournament__slug", "entry__key", "player"
    ):
        people[night][entry] = player or guest_key(slug, entry)
    return people


def _games(nights: list[int], people: _People, standing: Mapping[str, str]) -> _Placed:
    """Returns the games of each night, each with the wave that it was among."""
    games: _Placed = defaultdict(list)
    boards: dict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Board.objects.filter(
        round__division__tournament__in=nights,
        round__stage=Round.Stage.PUBLISHED,
        result__isnull=False,
    )
    for row in rows.order_by("pk", "seats__position").values(
        "pk",
        "slot",
        "terms",
        "round__number",
        "round__division__tournament_id",
        "round__division__name",
        "seats__entry__key",
        "result__reason",
        "result__score_one",
        "result__score_two",
        "result__won_one",
        "result__won_two",
    ):
        boards[row["pk"]].append(dict(row))
    for seats in boards.values():
        night, wave = seats[0]["round__division__tournament_id"], seats[0]["round__number"]
        won = (seats[0]["result__won_one"], seats[0]["result__won_two"])
        if len(seats) == 2 and sum(won) == 2:
            here = _at_board([seat["seats__entry__key"] for seat in seats], people[night], standing)
            games[night].append((wave, _of_two(seats, won, here)))
    for three in ThreeHandedGame.objects.filter(tournament__in=nights).exclude(scores=[]):
        here = _at_board(three.entries, people[three.tournament_id], standing)
        game = _of_three(three, here)
        games[three.tournament_id].append((three.round, game))
    return games


def _at_board(
    entries: Sequence[int], people: dict[int, str], standing: Mapping[str, str]
) -> dict[int, str]:
    """Returns who sat at a board, by the keys of their entries."""
    meant = meant_at_board([people[entry] for entry in entries], standing)
    return dict(zip(entries, meant, strict=True))


def _of_two(seats: list[dict[str, Any]], won: tuple[int, int], people: dict[int, str]) -> Any:
    one, two = seats
    terms = terms_of(one["terms"])
    scores = (one["result__score_one"], one["result__score_two"])
    is_plain = one["result__reason"] == Result.Reason.PLAYED and not terms.is_handicapped
    place = f"r{one['round__number']}b{one['slot']}"
    division = one["round__division__name"]
    return SeasonGame(
        key=place if division == NIGHT else f"{division}-{place}",
        order=one["round__number"] * 1000 + one["slot"],
        sides=tuple(
            SeasonSide(people[seat["seats__entry__key"]], score)
            for seat, score in zip((one, two), scores, strict=True)
        ),
        half_wins=() if is_plain else won,
        rated=terms.rated,
        handicapped=terms.is_handicapped,
        starts=(terms.start_one, terms.start_two),
        challenger=people.get(terms.challenger, ""),
    )


def _of_three(game: ThreeHandedGame, people: dict[int, str]) -> SeasonGame:
    return SeasonGame(
        key=f"t{game.number}",
        order=game.round * 1000 + 900 + game.number,
        sides=tuple(
            SeasonSide(people[entry], score)
            for entry, score in zip(game.entries, game.scores, strict=True)
        ),
        rated=terms_of(game.terms).rated,
    )
