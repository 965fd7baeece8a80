"""What happened in an event since an entry of its journal, as its webhooks are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import quote

from api.addresses import ROOT
from core.models import JournalEntry
from core.snapshot import one_snapshot
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Tournament
from tournaments.prizes.queries.now import prizes_now
from tournaments.prizes.queries.offered import terms_of
from tournaments.readmodel.addresses import clock_path, hub_path
from tournaments.webhooks.queries.rewinding import Boards, Place, boards_now

PING = "ping"
ROUND_PUBLISHED = "round.published"
ROUND_UNPUBLISHED = "round.unpublished"
ROUND_REARRANGED = "round.rearranged"
RESULT_ENTERED = "result.entered"
RESULT_CORRECTED = "result.corrected"
RESULT_UNDONE = "result.undone"
DIVISION_CLOSED = "division.closed"
DIVISION_REOPENED = "division.reopened"
CLOCK_CHANGED = "clock.changed"
_NO_CHANGE = {"known_at", "known_seq"}
PRIZES_WON = "prizes.won"

Names = Mapping[int, tuple[int, str]]
"""Numbers and public names of the entries of a division, by their keys."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that happened: its kind, when, and what is told. Paths begin at the site."""

    kind: str
    at: datetime
    data: dict[str, Any]


def messages_since(event: Tournament, seq: int) -> tuple[list[Message], int]:
    """Returns what happened after an entry of the log, the oldest first, and the last entry's seq.

    It is read from the journal and not from the commands: an undo, a restore and a command of
    tomorrow change the same rows. An import records no rows and is not told of.
    """
    with one_snapshot():
        entries = list(
            JournalEntry.objects.filter(stream__key=f"event:{event.slug}", seq__gt=seq)
            .order_by("seq")
            .only("seq", "at", "changes")
        )
        if not entries:
            return [], seq
        touched = {place[:2] for entry in entries for place in _results(entry.changes)}
        boards = boards_now(event, touched)
        telling = _Telling(event, _names(event, {name for name, _ in touched}))
        found: list[Message] = []
        for entry in reversed(entries):
            found += reversed(list(telling.of_entry(entry, boards)))
            boards.take_back(entry.changes)
    return found[::-1], entries[-1].seq


def event_data(event: Tournament) -> dict[str, Any]:
    """Returns what every message says: which event, and where it is as a page and in the API."""
    return {
        "event": {"slug": event.slug, "name": event.name},
        "links": {"event": quote(hub_path(event.slug)), "api": f"{ROOT}events/{event.slug}"},
    }


class _Telling:
    """Words the entries of one event's journal as messages."""

    def __init__(self, event: Tournament, names: Mapping[str, Names]) -> None:
        self._event, self._names = event, names

    def of_entry(self, entry: JournalEntry, boards: Boards) -> Iterator[Message]:
        """Yields the messages of an entry; `boards` are as it left them."""
        changes: Sequence[Mapping[str, Any]] = entry.changes
        told = dict.fromkeys(said for change in changes for said in self._of_change(change))
        for kind, division, number in told:
            data = self._data(entry.seq, division, number)
            if kind == CLOCK_CHANGED:
                data["links"]["api"] = f"{ROOT}events/{self._event.slug}/clock"
                data["links"]["clock"] = quote(clock_path(self._event.slug))
            yield Message(kind, entry.at, data)
        if any(kind == DIVISION_CLOSED for kind, _, _ in told):
            yield from self._prizes(entry)
        published = {(name, number) for kind, name, number in told if kind == ROUND_PUBLISHED}
        before = Boards(dict(boards.rows))
        before.take_back(changes)
        for place in _results(changes):
            # The byes of a draft are nobody's business, and come and go with the round.
            division, number, _ = place
            is_public = boards.is_public(division, number) and place[:2] not in published
            kind = _result_kind(before.result(place), boards.result(place))
            if kind and is_public:
                yield Message(kind, entry.at, self._board_data(entry.seq, place, boards))

    def _of_change(self, change: Mapping[str, Any]) -> Iterator[tuple[str, str, int | None]]:
        kind, key = change["row"]
        before, after = change["before"] or {}, change["after"] or {}
        if kind == "round" and "published" in (before.get("stage"), after.get("stage")):
            is_out = after.get("stage") == "published"
            yield ROUND_PUBLISHED if is_out else ROUND_UNPUBLISHED, key[0], key[1]
        elif kind == "round" and "changed_at" in after and "changed_at" in before:
            yield ROUND_REARRANGED, key[0], key[1]
        elif kind == "clock" and {*before, *after} - _NO_CHANGE:
            yield CLOCK_CHANGED, key[0], None
        elif kind == "tournament" and "closed" in after and "closed" in before:
            said = DIVISION_CLOSED if after["closed"] else DIVISION_REOPENED
            for name in self._event.divisions.values_list("name", flat=True):
                yield said, name, None

    def _prizes(self, entry: JournalEntry) -> Iterator[Message]:
        """Yields who has won which prize of a closed event, as it is now, if everybody may know."""
        if not self._event.closed or not terms_of(self._event).is_public:
            return
        now = prizes_now(self._event, public=True)
        data = event_data(self._event)
        data["links"]["prizes"] = quote(f"{hub_path(self._event.slug)}prizes/")
        prizes = [
            {
                "prize": one.title,
                "worth": one.worth,
                "winners": [
                    {"division": won.division, "number": won.number, "name": won.name}
                    | {"amount": won.amount or None}
                    for won in one.winners
                ],
                "why": str(one.why),
            }
            for one in now.list
        ]
        told = {**data, "log": entry.seq, "currency": now.terms.currency, "prizes": prizes}
        yield Message(PRIZES_WON, entry.at, told)

    def _data(self, seq: int, division: str, number: int | None = None) -> dict[str, Any]:
        below = f"{hub_path(self._event.slug)}{division}/"
        data: dict[str, Any] = {**event_data(self._event), "log": seq, "division": division}
        in_api = f"{data['links']['api']}/divisions/{division}"
        data["links"]["standings"] = quote(f"{below}standings/")
        if number is not None:
            data["round"] = number
            data["links"]["pairings"] = quote(f"{below}pairings/{number}/")
            data["links"]["results"] = quote(f"{below}results/{number}/")
            in_api += f"/rounds/{number}/results"
        data["links"]["api"] = quote(in_api)
        return data

    def _board_data(self, seq: int, place: Place, boards: Boards) -> dict[str, Any]:
        result = boards.result(place)
        names = self._names.get(place[0], {})
        seats = [
            _seat(seat, names, result, side)
            for seat, side in zip(boards.seats(place), ("one", "two"), strict=False)
        ]
        return {
            **self._data(seq, place[0], place[1]),
            "board": boards.number(place),
            "outcome": result["reason"] if result else None,
            "entries": seats,
        }


def _seat(
    seat: Mapping[str, Any], names: Names, result: Mapping[str, Any] | None, side: str
) -> dict[str, Any]:
    number, name = names.get(seat["entry"][0], (None, ""))
    told: dict[str, Any] = {"number": number, "name": name, "side": seat["side"] or None}
    if result is None:
        return told | {"score": None, "wins": None, "spread": None}
    # Credits are half points inside the program; everybody else counts wins.
    return told | {
        "score": result[f"score_{side}"],
        "wins": result[f"won_{side}"] / 2,
        "spread": _spread(result, side),
    }


def _spread(result: Mapping[str, Any], side: str) -> int | None:
    award: int | None = result[f"spread_{side}"]
    if award is not None or result["score_one"] is None:
        return award
    lead: int = result["score_one"] - result["score_two"]
    return lead if side == "one" else -lead


def _results(changes: Sequence[Mapping[str, Any]]) -> list[Place]:
    """Returns the boards whose result these changes are about, each once.

    A result that somebody read a second time is the result that it was.
    """
    keys = (change["row"] for change in changes if set(change["after"] or "-") != {"verified_by"})
    return list(dict.fromkeys((k[0], k[1], k[2]) for kind, k in keys if kind == "result"))


def _result_kind(before: Any, after: Any) -> str:
    if before is None:
        return RESULT_ENTERED if after is not None else ""
    return RESULT_UNDONE if after is None else RESULT_CORRECTED


def _names(event: Tournament, divisions: set[str]) -> dict[str, Names]:
    """Returns the names of entries as the public pages have them."""
    return {
        division.name: {
            entry.key: (entry.number, entry.name) for entry in load_sheet(division).entries.values()
        }
        for division in event.divisions.filter(name__in=divisions).select_related("tournament")
    }
