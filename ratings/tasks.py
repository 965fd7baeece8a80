"""The door through which beat reaches the lists."""

from datetime import timedelta

from core.recurring import recurring
from ratings import nightly as night


@recurring("ratings.look_over", turn=timedelta(minutes=30))
def look_over() -> None:
    """Has every list looked over once a day."""
    night.ask_to_look_over(night.today())
