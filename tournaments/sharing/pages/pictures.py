"""The pictures of an event, a division and a player, as programs show them beside a link.

They say what the public pages say: no draft, no name that a player keeps back, no rehearsal.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.phrases import phrase
from core.share_picture import PictureLine, SharePicture, picture_of
from core.web.store import Made, NoSuchPage
from core.wording import moment, record, signed
from tournaments.models import Tournament
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.summary import Summary, summaries
from tournaments.standings.records import StandingsRow
from tournaments.standings.table import places_of

PNG = "image/png"
LEADERS = 4
UNTIL_MORE_S = 60.0
"""The least age of a picture before it is drawn again: programs that show it keep it for days."""


def event_picture(versioned: VersionedEvent) -> Made:
    """Returns the picture of an event: who leads each division; NoSuchPage for a rehearsal."""
    event = versioned.event
    _need_news(event)
    known = summaries(versioned.divisions)
    lines = [
        _of_division(part.division.name, known[part.division.pk]) for part in versioned.divisions
    ]
    said = SharePicture(title=event.name, under=_facts(event), lines=lines)
    return Made(versioned.version, picture_of(said), PNG)


def division_picture(read_model: DivisionReadModel) -> Made:
    """Returns the picture of a division: who leads, or how many play; NoSuchPage as above."""
    event, number = read_model.division.tournament, read_model.published
    _need_news(event)
    rows = [row for row in read_model.table(number) if row.rank is not None]
    said = SharePicture(
        over=event.name,
        title=phrase("Division {name}", name=read_model.division.name),
        under=_how_far(read_model),
        lines=_leaders(read_model, rows) if number else (),
        foot=_as_at(read_model),
    )
    return Made(read_model.versioned.version, picture_of(said), PNG)


def player_picture(read_model: DivisionReadModel, number: int) -> Made:
    """Returns the picture of an entry: its record and place; NoSuchPage without one."""
    event = read_model.division.tournament
    _need_news(event)
    entry = read_model.need_entry(number)
    rows = read_model.rows_after(read_model.published)
    row = rows.get(number)
    lines = []
    if row is not None and read_model.published:
        place = places_of([one for one in rows.values() if one.rank is not None]).get(number)
        words = (
            phrase("Place {place} of {count}", place=place.words, count=len(rows)) if place else ""
        )
        lines = [PictureLine(words, _figures(row))]
    said = SharePicture(
        over=event.name,
        title=entry.name,
        instead=f"#{number}",
        under=" · ".join(
            (phrase("Division {name}", name=read_model.division.name), _how_far(read_model))
        ),
        lines=lines,
        foot=_as_at(read_model),
    )
    return Made(read_model.versioned.version, picture_of(said), PNG)


def _need_news(event: Tournament) -> None:
    if event.rehearsal:
        raise NoSuchPage(event.slug)


def _of_division(name: str, summary: Summary) -> PictureLine:
    division = phrase("Division {name}", name=name)
    if not summary.leaders:
        return PictureLine(division)
    first = summary.leaders[0]
    line = phrase("{division}: {news}", division=division, news=first.name)
    return PictureLine(line, f"{first.record} {first.spread}", f"{division}: #{first.number}")


def _leaders(
    read_model: DivisionReadModel, rows: Sequence[StandingsRow]
) -> tuple[PictureLine, ...]:
    place, entries = places_of(rows), read_model.sheet.entries
    return tuple(
        PictureLine(
            f"{place[row.number].words}  {entries[row.number].name}",
            _figures(row),
            f"{place[row.number].words}  #{row.number}",
        )
        for row in rows[:LEADERS]
    )


def _figures(row: StandingsRow) -> str:
    return f"{record(row.half_wins, row.half_losses)} {signed(row.spread)}"


def _how_far(read_model: DivisionReadModel) -> str:
    planned = read_model.division.planned_rounds
    if not read_model.published:
        return _facts(read_model.division.tournament)
    return phrase("round {round} of {rounds}", round=read_model.published, rounds=planned)


def _facts(event: Tournament) -> str:
    return " · ".join(fact for fact in (event.when, event.place) if fact)


def _as_at(read_model: DivisionReadModel) -> str:
    return phrase("As at {time}", time=moment(read_model.at))
