"""An event as `tourney.js` has it: what was published, by public names."""

from __future__ import annotations

from tournaments.failover.queries.tsh_content import tsh_content
from tournaments.formats.content import EventContent
from tournaments.formats.tsh.tourney_js import Figures, TourneyFigures
from tournaments.models import Tournament
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import VersionedEvent
from tournaments.readmodel.serving import read_model_now


def published(event: Tournament) -> EventContent:
    """Returns what everybody may know of an event, as files carry it."""
    return tsh_content(event, public=True)


def figures_of(versioned: VersionedEvent) -> Figures:
    """Returns the places after each round, and the new rating, of each player with one."""
    figures: dict[tuple[str, int], TourneyFigures] = {}
    for part in versioned.divisions:
        read_model = read_model_now(part)
        for number in read_model.sheet.entries:
            figures[read_model.division.name, number] = TourneyFigures(
                ranks=_ranks(read_model, number), new_rating=_new_rating(read_model, number)
            )
    return figures


def _ranks(read_model: DivisionReadModel, number: int) -> tuple[int, ...]:
    """Returns the place before play and after each complete round; 0 where there is none."""
    rounds = range(read_model.complete + 1)
    rows = (read_model.rows_after(after).get(number) for after in rounds)
    return tuple((row.rank or 0) if row is not None else 0 for row in rows)


def _new_rating(read_model: DivisionReadModel, number: int) -> int | None:
    row = read_model.ratings.get(number)
    return None if row is None else row.new
