"""The normalised content of an event: what an importer gives and an exporter takes.

It is the payload of the one command that imports an event, so it must survive JSON and later
versions: `SCHEMA` rises when a field changes its meaning, never when one is added with a default.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from tournaments.entry_details import DETAILS, EntryDetails
from tournaments.standings.records import CarriedRecord

SCHEMA = 1

Side = Literal["first", "second", "draw"]


@dataclass(frozen=True, slots=True)
class SeatContent:
    """One side of a game: the entry's number, where it sits and what it scored."""

    entry: int
    side: Side | None = None
    score: int | None = None


@dataclass(frozen=True, slots=True)
class BoardContent:
    """A game of two entries, the lower number in the first seat.

    `number` is the physical board, None when none was recorded.
    """

    seats: tuple[SeatContent, SeatContent]
    number: int | None = None

    @property
    def has_result(self) -> bool:
        """Whether both scores are known; one alone is not a result."""
        return all(seat.score is not None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class SitOutContent:
    """An entry without an opponent in a round.

    `spread` is the award: positive a bye, negative a forfeit, zero an absence that counts for
    nothing, None not known yet. `counted_as` is the side charged to an absentee.
    """

    entry: int
    spread: int | None = None
    counted_as: Literal["first", "second"] | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class RoundContent:
    """One round: its games in board order, and those who sat out in the order of their numbers."""

    number: int
    boards: tuple[BoardContent, ...] = ()
    sit_outs: tuple[SitOutContent, ...] = ()


@dataclass(frozen=True, slots=True)
class EntryContent(EntryDetails):
    """An entry, with its details.

    `withdrawn_from` is the first round that the entry no longer takes part in; `missed_spread`
    the award that its file states for each missed round. `penalties` are pairs (round, points)
    with points added to the spread (so negative). `kept` holds what the format says beyond this,
    by key, for export.
    """

    number: int
    name: str
    withdrawn_from: int | None = None
    missed_spread: int | None = None
    penalties: tuple[tuple[int, int], ...] = ()
    carried: CarriedRecord | None = None
    kept: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DivisionContent:
    """A division with its rule set (`ruleset` names it, `overrides` changes single parameters)."""

    name: str
    entries: tuple[EntryContent, ...]
    rounds: tuple[RoundContent, ...]
    planned_rounds: int
    ruleset: str = "naspa"
    overrides: Mapping[str, Any] = field(default_factory=dict)
    rating_system: str = ""
    kept: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class EventContent:
    """An event as a file states it; `dates` is the file's own wording."""

    name: str
    dates: str = ""
    divisions: tuple[DivisionContent, ...] = ()
    kept: Mapping[str, Any] = field(default_factory=dict)


def content_to_json(content: EventContent) -> dict[str, Any]:
    """Returns the content as plain JSON values, marked with `SCHEMA`."""
    data = {"schema": SCHEMA, **asdict(content)}
    for division in data["divisions"]:
        division["entries"] = [_told(entry) for entry in division["entries"]]
    return data


def _told(entry: dict[str, Any]) -> dict[str, Any]:
    """Returns an entry in the order that journals have, without details left out by default."""
    first = ("number", "name", "rating", "association_number")
    unsaid = {d.name for d in DETAILS if d.left_out and entry[d.name] == d.default}
    names = (*first, *(name for name in entry if name not in first))
    return {name: entry[name] for name in names if name not in unsaid}


def content_from_json(data: Mapping[str, Any]) -> EventContent:
    """Returns the content that `content_to_json` wrote, after a trip through JSON text.

    Raises ValueError when the schema is newer than this program.
    """
    if data.get("schema") != SCHEMA:
        raise ValueError(f"event content of schema {data.get('schema')} is not known here")
    return EventContent(
        name=data["name"],
        dates=data["dates"],
        divisions=tuple(_division(d) for d in data["divisions"]),
        kept=data["kept"],
    )


def _division(data: Mapping[str, Any]) -> DivisionContent:
    plain = {k: v for k, v in data.items() if k not in ("entries", "rounds")}
    return DivisionContent(
        entries=tuple(_entry(e) for e in data["entries"]),
        rounds=tuple(_round(r) for r in data["rounds"]),
        **plain,
    )


def _entry(data: Mapping[str, Any]) -> EntryContent:
    plain = {k: v for k, v in data.items() if k not in ("penalties", "carried")}
    carried = data["carried"]
    return EntryContent(
        penalties=tuple((int(r), int(p)) for r, p in data["penalties"]),
        carried=CarriedRecord(**carried) if carried else None,
        **plain,
    )


def _round(data: Mapping[str, Any]) -> RoundContent:
    return RoundContent(
        number=data["number"],
        boards=tuple(_board(b) for b in data["boards"]),
        sit_outs=tuple(SitOutContent(**s) for s in data["sit_outs"]),
    )


def _board(data: Mapping[str, Any]) -> BoardContent:
    one, two = data["seats"]
    return BoardContent(seats=(SeatContent(**one), SeatContent(**two)), number=data["number"])
