"""An event one of whose slips was typed the wrong way round."""

from __future__ import annotations

from tests.apps.tournaments.desk_events import enter, four_played, publish
from tests.builders.grounds import built_once


@built_once
def two_rounds() -> None:
    """Makes an event of two rounds; the slip of Ada and Cem was typed the wrong way round."""
    four_played()
    publish(2, (1, 3), (2, 4))
    enter(2, 1, 350, 410)
    enter(2, 2, 380, 377)
