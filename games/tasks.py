"""The door through which beat reaches recorded games."""

from datetime import timedelta

from core.recurring import recurring
from games import figures_job


@recurring("games.figures_missing", turn=timedelta(minutes=5))
def find_missing_figures() -> None:
    """Has the figures worked out of games that have none."""
    figures_job.ask_for_missing()
