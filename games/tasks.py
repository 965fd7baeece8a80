"""The door through which beat reaches recorded games."""

from celery import shared_task

from games import figures_job


@shared_task(name="games.figures_missing", ignore_result=True)
def find_missing_figures() -> None:
    """Has the figures worked out of games that have none."""
    figures_job.ask_for_missing()
