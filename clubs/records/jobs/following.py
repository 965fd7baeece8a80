"""What follows commands that are given now: the book of records is brought up to date."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from clubs.models import BookPlayer
from clubs.records.jobs.keeping import (
    ask_to_fold,
    ask_to_recompute_records,
    ask_to_settle_medals,
)
from core.background import in_background
from core.journal.command import Command
from core.journal.execute import follow_live
from core.journal.ledger import Change, Ledger
from games.models import Game
from people.merging import keys_merged_by

UNTIL_FOLDED_S = 5.0
"""How long the book waits for more results of an event: one job follows a burst of them."""
_ROWS = frozenset(
    {
        "tournament",
        "division",
        "member",
        "round",
        "board",
        "seat",
        "result",
        "board_game",
        "game",
        "game_player",
        "three_handed_game",
    }
)
"""The rows that facts of games are made from, but for the names of entries."""
MOST_FOLDED = 20
"""Up to how many events of somebody who was merged are folded again one by one."""


@follow_live(stream="event")
def after_event(command: Command, ledger: Ledger) -> None:
    """Has an event folded in whose games, or what is known of them, a command has changed.

    A command whose rows are not recorded, as an import's, may have written anything.
    """
    is_told = any(
        change["row"][0] in _ROWS or (change["row"][0] == "entry" and "name" in _written(change))
        for change in ledger.changes
    )
    if is_told or not command.records_rows:
        _ask(command.stream().partition(":")[2])


@follow_live(stream="game")
def after_game(_command: Command, ledger: Ledger) -> None:
    """Has the events folded in whose recorded games a command of a game itself has changed."""
    keys = {str(key[0]) for kind, key in (c["row"] for c in ledger.changes) if kind in _ROWS}
    places = Game.objects.filter(key__in=keys).exclude(place="").values_list("place", flat=True)
    for slug in sorted({place.partition("/")[0] for place in places}):
        _ask(slug)


@follow_live(rows={"season"})
def after_season(_command: Command, _ledger: Ledger) -> None:
    """Has the book made again where a season begins, ends or moves: nights are in another one."""
    transaction.on_commit(
        lambda: in_background("records:seasons", _ask_for_all, pause=UNTIL_FOLDED_S), robust=True
    )


@follow_live(rows={"player.merged_into"})
def after_merge(_command: Command, ledger: Ledger) -> None:
    """Has the events folded in again in which somebody played who was merged, or no longer is."""
    keys = keys_merged_by(ledger.changes)
    if not keys:
        return
    parts = BookPlayer.objects.filter(player__in=keys).order_by()
    slugs = sorted(set(parts.values_list("part__event", flat=True)))
    if len(slugs) > MOST_FOLDED:
        transaction.on_commit(_ask_for_all, robust=True)
    else:
        for slug in slugs:
            _ask(slug)


@follow_live(rows={"record_claim"})
def after_claim(_command: Command, _ledger: Ledger) -> None:
    """Has medals given again where a claim changed: a verified one takes a place."""
    transaction.on_commit(
        lambda: in_background("records:claims", _ask_for_medals, pause=UNTIL_FOLDED_S), robust=True
    )


@follow_live(stream="club")
def after_club(_command: Command, ledger: Ledger) -> None:
    """Has divisions marked again where a club opens or closes its public page, and its lists."""
    if any("is_public" in (c["before"] or ()) and c["after"] for c in ledger.changes):
        transaction.on_commit(
            lambda: in_background("records:claims", _ask_for_medals, pause=UNTIL_FOLDED_S),
            robust=True,
        )


def _ask_for_medals() -> None:
    ask_to_settle_medals()


def _ask_for_all() -> None:
    ask_to_recompute_records()


def _written(change: Change) -> Collection[str]:
    return change["after"] or ()


def _ask(slug: str) -> None:
    # Robust: the command is done, and beat or the next command has what is missing made.
    transaction.on_commit(lambda: _in_background(slug), robust=True)


def _in_background(slug: str) -> None:
    def ask() -> None:
        ask_to_fold(slug)

    in_background(f"records:{slug}", ask, pause=UNTIL_FOLDED_S)
