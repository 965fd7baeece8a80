"""The highest figures of games, taken from records that were checked, and from results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.phrases import phrase
from core.web.sharing import shared_as
from core.web.site import Site
from core.wording import day
from games.medals import EnteredFeat
from games.models import Game
from games.pages.addresses import BEST, player_games_path, query, turn_href
from games.pages.frame import RECORDS, GamePlace, games_frame, record_words, render, where_of
from games.selectors.best import Category, Claim, best_games, families_played, recorded_in
from games.selectors.games import seats_of_games
from people.selectors import ShownPlayer


class BestPlayer(NamedTuple):
    """A player as the public sees them, with their page, None if not in the register."""

    name: str
    href: str | None


class BestLine(NamedTuple):
    """A claim in words: its figure, whose it is, what it was, against whom, and where.

    `game` leads to the replay, of a game that is not recorded to the results of its round.
    """

    value: int
    whose: list[BestPlayer]
    play: str
    others: str
    game: str
    where: GamePlace
    record: tuple[str, str]
    is_recorded: bool = True


def best_page(family: str, site: Site) -> str:
    """Returns the records of games by the lexica of a family, of all games without one."""
    families = families_played()
    chosen = family if family in families else ""
    categories = best_games(families[chosen] if chosen else None, chosen or None)
    games = recorded_in(categories)
    seats = seats_of_games(games.values())
    options = [(phrase("All lexica"), site.href(BEST), not chosen)]
    options += [
        (name, site.href(BEST + query({"family": name})), name == chosen) for name in families
    ]
    title = phrase("Records of games")
    context = games_frame(site, title, RECORDS)
    about = phrase("The highest scores and plays of recorded games")
    context |= shared_as(site, BEST, title=title, about=about)
    context |= {
        "families": options if families else [],
        "categories": [_category(one, seats, site) for one in categories],
        "empty": not any(one.claims for one in categories),
    }
    return render("best", context)


def _category(
    category: Category, seats: Mapping[int, Sequence[tuple[str, ShownPlayer | None]]], site: Site
) -> tuple[str, str, list[BestLine], bool]:
    """Returns name, unit and lines of a category, and whether any game names a lexicon."""
    lines = [
        _entered(one, site)
        if isinstance(one, EnteredFeat)
        else _line(one, seats[one.game.pk], site)
        for one in category.claims
    ]
    return category.name, category.counts, lines, any(line.where.lexicon for line in lines)


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
        game=turn_href(site, game.key, claim.turn),
        where=where_of(game),
        record=record_words(game.figures.verdict),
    )


def _entered(feat: EnteredFeat, site: Site) -> BestLine:
    return BestLine(
        value=feat.value,
        whose=[BestPlayer(name, None) for name in feat.holders],
        play="",
        others=", ".join(feat.others),
        game=site.href(feat.path) or "",
        where=GamePlace(day(feat.day), feat.event, feat.family),
        record=(phrase("by its result"), "note"),
        is_recorded=False,
    )


def _page_of(player: ShownPlayer | None, site: Site) -> str | None:
    return site.href(player_games_path(player.number)) if player else None
