"""The tables of a division as files for spreadsheets, at addresses that stay."""

from __future__ import annotations

from core.web.store import Made, NoSuchPage
from tournaments.failover.lifeboat.tables import table
from tournaments.readmodel.division import DivisionReadModel

CSV = "text/csv; charset=utf-8"


def table_made(read_model: DivisionReadModel, name: str) -> Made:
    """Returns a table by its file name, with public names; NoSuchPage for a rehearsal."""
    if read_model.division.tournament.rehearsal:
        raise NoSuchPage(name)
    return Made(read_model.versioned.version, table(read_model, name), CSV)
