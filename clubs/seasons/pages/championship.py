"""The championship of a season as its pages show it."""

from __future__ import annotations

from typing import NamedTuple

from clubs.seasons.milestones.championship import FinalRow
from clubs.seasons.milestones.finals import Finals
from clubs.seasons.queries.championships import HeldChampionship
from clubs.seasons.wording import format_words
from core.phrases import joined_by_and, phrase, phrase_count
from core.web.frame import Context
from core.web.site import Site
from core.wording import DASH, record, signed, whole_day
from tournaments.readmodel.addresses import hub_path


class FinalistRow(NamedTuple):
    """A row of the table of a championship in words; `seed` is the place that qualified."""

    rank: str
    name: str
    seed: int
    record: str
    spread: str
    left: int


def championship_shown(held: HeldChampionship, site: Site) -> Context:
    """Returns a championship as values of its template: its table, what is left, who has won."""
    row, state = held.row, held.finals.state
    return {
        "format": format_words(row.format, row.games),
        "begins": whole_day(row.begins_on),
        "event": held.event.name if held.event else "",
        "event_href": site.href(hub_path(held.event.slug)) if held.event else None,
        "said": _said(held),
        "is_won": bool(state.winners),
        "rows": [_row(held, one, _shared(held.finals)) for one in state.rows],
        "left": [_left(held, *pair) for pair in state.left],
        "games": [
            (
                (held.name_of(game.one), _score(game.score_one)),
                (held.name_of(game.two), _score(game.score_two)),
            )
            for game in held.finals.games
        ],
    }


def _said(held: HeldChampionship) -> str:
    """Returns who has won, or how far it is."""
    winners = held.winners
    if len(winners) == 1:
        return phrase("{name} is the champion.", name=winners[0])
    if winners:
        return phrase("{names} share the title.", names=joined_by_and(winners))
    if not held.finals.games:
        return phrase("No game of it is over yet.")
    return phrase_count(
        "{count} game of it is over.", "{count} games of it are over.", count=len(held.finals.games)
    )


def _shared(found: Finals) -> frozenset[int]:
    ranks = [row.rank for row in found.state.rows]
    return frozenset(rank for rank in ranks if ranks.count(rank) > 1)


def _row(held: HeldChampionship, row: FinalRow, shared: frozenset[int]) -> FinalistRow:
    played = sum(row.player in (game.one, game.two) for game in held.finals.games)
    return FinalistRow(
        rank=f"{'=' if row.rank in shared else ''}{row.rank}",
        name=held.name_of(row.player),
        seed=held.players.index(row.player) + 1,
        record=record(row.half_wins, 2 * played - row.half_wins),
        spread=signed(row.spread),
        left=row.games_left,
    )


def _left(held: HeldChampionship, one: str, two: str, games: int) -> str:
    names = {"one": held.name_of(one), "two": held.name_of(two)}
    if held.row.format == "match":
        return phrase_count(
            "{one} and {two}: {count} game", "{one} and {two}: up to {count} games", games, **names
        )
    return phrase_count("{one} and {two}", "{one} and {two}, {count} times", games, **names)


def _score(score: int | None) -> str:
    return DASH if score is None else str(score)
