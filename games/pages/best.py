"""The highest figures of recorded games, taken from records that were checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.phrases import phrase
from core.web.site import Site
from games.models import Game
from games.pages.addresses import BEST, game_path, player_games_path, query, turn_query
from games.pages.frame import RECORDS, GamePlace, games_frame, record_words, render, where_of
from games.selectors.best import Category, Claim, best_games, families_played
from games.selectors.games import seats_of_games
from people.selectors import ShownPlayer


class BestPlayer(NamedTuple):
    """A player as the public sees them, with their page, None if not in the register."""

    name: str
    href: str | None


class BestLine(NamedTuple):
    """A claim in words: its figure, whose it is, what it was, against whom, and where."""

    value: int
    whose: list[BestPlayer]
    play: str
    others: str
    game: str
    where: GamePlace
    record: tuple[str, str]


def best_page(family: str, site: Site) -> str:
    """Returns the records of games by the lexica of a family, of all games without one."""
    families = families_played()
    chosen = family if family in families else ""
    categories = best_games(families[chosen] if chosen else None)
    games = {claim.game.pk: claim.game for one in categories for claim in one.claims}
    seats = seats_of_games(games.values())
    here = site.href(BEST) or ""
    options = [(phrase("All lexica"), here, not chosen)]
    options += [(name, here + query({"family": name}), name == chosen) for name in families]
    context = games_frame(site, phrase("Records of recorded games"), RECORDS)
    context |= {
        "families": options if families else [],
        "categories": [_category(one, seats, site) for one in categories],
        "empty": not games,
    }
    return render("best", context)


def _category(
    category: Category, seats: Mapping[int, Sequence[tuple[str, ShownPlayer | None]]], site: Site
) -> tuple[str, str, list[BestLine]]:
    lines = [_line(claim, seats[claim.game.pk], site) for claim in category.claims]
    return category.name, category.counts, lines


def _line(claim: Claim, seats: Sequence[tuple[str, ShownPlayer | None]], site: Site) -> BestLine:
    game: Game = claim.game
    shown = [BestPlayer(name, _page_of(player, site)) for name, player in seats]
    whose = shown if claim.seat is None else [shown[claim.seat]]
    others = [] if claim.seat is None else [s for p, s in enumerate(shown) if p != claim.seat]
    return BestLine(
        value=claim.value,
        whose=whose,
        play=claim.play,
        others=", ".join(seat.name for seat in others),
        game=(site.href(game_path(game.key)) or "") + turn_query(claim.turn),
        where=where_of(game),
        record=record_words(game.figures.verdict),
    )


def _page_of(player: ShownPlayer | None, site: Site) -> str | None:
    return site.href(player_games_path(player.number)) if player else None
