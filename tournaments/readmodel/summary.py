"""A division in a few words, stored like a page, so that lists of events read no sheet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from core.wording import record, signed
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.kept import Kept
from tournaments.readmodel.page_versions import VersionedDivision
from tournaments.standings.table import places_of

LEADERS = 3


@dataclass(frozen=True, slots=True)
class Leader:
    """One of those in front after the last complete round."""

    rank: str
    number: int
    name: str
    record: str
    spread: str


@dataclass(frozen=True, slots=True)
class Summary:
    """The progress of a division and its leader; `done` of `games` are of the last round."""

    entries: int
    planned: int
    published: int
    complete: int
    done: int
    games: int
    leaders: tuple[Leader, ...]

    @property
    def state(self) -> str:
        """Whether the division is `coming`, `playing` or `finished`."""
        if not self.published:
            return "coming"
        return "finished" if self.complete == self.planned else "playing"

    @property
    def played(self) -> str:
        """The rounds played, with the part of the one in play that is in: "11.45"."""
        part = self.done / self.games if self.games and self.published > self.complete else 0.0
        return f"{min(self.complete + part, self.planned):.2f}"


def summarise(read_model: DivisionReadModel) -> Summary:
    """Returns the summary of a division and stores it."""
    return _KEPT.made(read_model)


def summaries(editions: Iterable[VersionedDivision]) -> Mapping[int, Summary]:
    """Returns the summary of each division by its row, those not stored yet made now."""
    return _KEPT.of(editions)


def _summary(read_model: DivisionReadModel) -> Summary:
    published = read_model.published
    progress = read_model.progress(published) if published else None
    return Summary(
        entries=read_model.sheet.entry_count,
        planned=read_model.division.planned_rounds,
        published=published,
        complete=read_model.complete,
        done=progress.done if progress else 0,
        games=progress.games if progress else 0,
        leaders=_leaders(read_model),
    )


def _leaders(read_model: DivisionReadModel) -> tuple[Leader, ...]:
    if not read_model.complete:
        return ()
    rows = [row for row in read_model.table(read_model.complete) if row.rank is not None]
    place = places_of(rows)
    return tuple(
        Leader(
            rank=place[row.number].words,
            number=row.number,
            name=read_model.sheet.entries[row.number].name,
            record=record(row.half_wins, row.half_losses),
            spread=signed(row.spread),
        )
        for row in rows[:LEADERS]
    )


_KEPT = Kept("summary", Summary, _summary)
