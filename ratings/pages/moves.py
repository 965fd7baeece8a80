"""The biggest moves of a list: gains, losses and upsets of a period."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from core.phrases import numeral, phrase
from core.web.frame import Context
from core.web.site import Site
from core.wording import DASH, day, percent
from ratings.models import EventRating, RatingList
from ratings.pages.frame import MOVES, inspection_path, list_frame, moves_path, player_path, render
from ratings.pages.wording import change, kind_of_change, record_of
from ratings.selectors.moves import (
    PERIODS,
    EventMoves,
    Upset,
    biggest_changes,
    biggest_upsets,
    events_shown,
    period_of,
)
from ratings.selectors.names import PublicPlayer

WORDS = {
    "event": phrase("Last event"),
    "month": phrase("30 days"),
    "year": phrase("365 days"),
    "ever": phrase("Ever"),
}


class NamedLink(NamedTuple):
    """A player or an event, with the way to its page where it has one."""

    name: str
    href: str | None


def moves_page(rating_list: RatingList, name: str, site: Site) -> str:
    """Returns the page of a list's biggest moves in the period of this name."""
    period = period_of(rating_list, name)
    title = phrase("Biggest moves in {name}", name=rating_list.name)
    context = list_frame(rating_list, site, title=title, section=MOVES)
    context["periods"] = [
        (WORDS[one], site.href(moves_path(rating_list.key, one)), one == name) for one in PERIODS
    ]
    if period is None:
        return render("moves", context)
    gains = biggest_changes(period, gains=True)
    losses = biggest_changes(period, gains=False)
    upsets = biggest_upsets(period)
    events = events_shown(rating_list, [*gains, *losses], upsets)
    changes = {
        "gains": [_change(row, rating_list, events, site) for row in gains],
        "losses": [_change(row, rating_list, events, site) for row in losses],
    }
    context |= {
        **changes,
        "has_steps": any(one["steps"] for part in changes.values() for one in part),
        "days": (day(period.begins_on), day(period.ends_on)),
        "upsets": [_upset(one, events[one.event], site) for one in upsets],
    }
    return render("moves", context)


def _change(
    row: EventRating, rating_list: RatingList, events: Mapping[int, EventMoves], site: Site
) -> Context:
    event = events[row.event_id]
    named = event.names[row.number]
    player = named.player
    steps = inspection_path(rating_list.key, player.number, row.event_id) if player else ""
    return {
        "player": _somebody(named, site),
        "event": _event(event, site),
        "on": day(row.held_on),
        "record": record_of(row),
        "old": row.old,
        "new": row.new,
        "change": change(row),
        "kind": kind_of_change(row),
        "steps": site.href(steps) if steps else None,
    }


def _upset(upset: Upset, event: EventMoves, site: Site) -> Context:
    known = upset.score is not None and upset.score_against is not None
    expected = event.expected.get((upset.winner, upset.round))
    return {
        "difference": upset.difference,
        "winner": _somebody(event.names[upset.winner], site),
        "winner_rating": upset.winner_rating,
        "loser": _somebody(event.names[upset.loser], site),
        "loser_rating": upset.loser_rating,
        "scores": f"{upset.score}{DASH}{upset.score_against}" if known else "",
        "expected": DASH if expected is None else percent(numeral(100 * expected, ".1f")),
        "event": _event(event, site),
        "round": upset.round,
        "on": day(event.row.held_on),
    }


def _somebody(named: PublicPlayer, site: Site) -> NamedLink:
    href = site.href(player_path(named.player.number)) if named.player else None
    return NamedLink(named.name, href)


def _event(event: EventMoves, site: Site) -> NamedLink:
    path = event.row.path
    return NamedLink(event.row.name, site.href(path) if path.startswith("/") else None)
