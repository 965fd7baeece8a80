"""The door through which beat reaches the lists."""

from celery import shared_task

from ratings import nightly as night


@shared_task(name="ratings.look_over", ignore_result=True)
def look_over() -> None:
    """Has every list looked over once a day."""
    night.ask_to_look_over(night.today())
