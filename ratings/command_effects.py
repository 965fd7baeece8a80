"""The computations that follow from the commands of a rating list."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from django.db.models import Min

from core.journal.command import Command, Row
from core.journal.execute import follow_live
from core.journal.ledger import Ledger
from core.journal.undo import StreamCommand
from core.models import JournalEntry
from ratings.commands.base import STREAM
from ratings.commands.imports import ImportRatings
from ratings.models import ImportedRating, RatingList
from ratings.nightly import look_over_again
from ratings.recompute_job import ask_to_recompute
from ratings.recording import distrust_from

MARKS = {"provisional_games", "expires_after_days"}
"""The fields of a list that change how a rating is described, but no rating."""


@follow_live(stream=STREAM)
def after_list_command(command: Command, ledger: Ledger) -> None:
    """Has a list computed again from where a command changed the source of its ratings."""
    key = command.stream().partition(":")[2]
    rating_list = RatingList.objects.exclude(system="").filter(key=key).first()
    if rating_list is None:
        return
    if _changed(ledger, MARKS):
        look_over_again(rating_list)
    days = list(_days(rating_list, command, ledger))
    if days:
        distrust_from(rating_list, min(days))
        ask_to_recompute(rating_list)


def _days(rating_list: RatingList, command: Command, ledger: Ledger) -> Iterator[date]:
    """Yields the days from which ratings may come out differently, none where no event is."""
    first = rating_list.events.aggregate(first=Min("held_on"))["first"]
    if first is None:
        return
    if _changed(ledger, {"system"}):
        yield first
    for payload in _imports(command):
        effective_on = date.fromisoformat(str(payload["effective_on"]))
        earlier = rating_list.imports.filter(effective_on__lt=effective_on)
        # The first publication is also what those open with who came before it.
        yield effective_on if earlier.exists() else first
    players = {player for name in _names_matched(ledger) for player in _meant(rating_list, *name)}
    opened = rating_list.ratings.filter(player__in=players, opens=True)
    yield from opened.values_list("held_on", flat=True)


def _changed(ledger: Ledger, fields: set[str]) -> bool:
    """Returns whether one of these fields of a list that was there before changed."""
    return any(
        change["row"][0] == "rating_list" and change["before"] and fields & set(change["before"])
        for change in ledger.changes
    )


def _imports(command: Command) -> Iterator[Row]:
    """Yields the payload of every import that was made, taken back or made again."""
    entries = JournalEntry.objects.filter(stream__key=command.stream())
    given = entries.latest("seq")
    if isinstance(command, StreamCommand):
        touched = [seq for seq, _ in command.effects(given.answer)]
        touched += [given.answer["no"]] if "no" in given.answer else []
    else:
        touched = [given.seq]
    made = entries.filter(seq__in=touched, command=ImportRatings.code)
    yield from made.values_list("payload", flat=True)


def _names_matched(ledger: Ledger) -> Iterator[tuple[str, list[str]]]:
    """Yields each name that was matched again, with those it meant by hand before and means now."""
    for change in ledger.changes:
        kind, key = change["row"]
        if kind == "name_match":
            rows = [row for row in (change["before"], change["after"]) if row]
            yield key[0], [row["player"] for row in rows if row.get("player")]


def _meant(rating_list: RatingList, name: str, by_hand: list[str]) -> Iterator[str]:
    """Yields whom a name of the list ever meant, by hand or by itself."""
    yield from by_hand
    rows = ImportedRating.objects.filter(list_import__rating_list=rating_list, name=name)
    lines = set(rows.values_list("list_import__number", "line"))
    entries = JournalEntry.objects.filter(
        stream__key=f"{STREAM}:{rating_list.key}", command=ImportRatings.code
    )
    for facts in entries.values_list("facts", flat=True):
        for number, line in lines:
            if facts["import"] == number and str(line) in facts["players"]:
                yield facts["players"][str(line)][0]
