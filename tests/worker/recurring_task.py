"""A piece of recurring work, planted in a worker: it tells each bell, and each time it is done."""

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from celery.signals import task_prerun

from core.recurring import recurring

NAME = "tests.recurs"
TURN = timedelta(minutes=10)
"""Longer than a test takes on the slowest machine: until then it is done once."""


def _tell(word: str) -> None:
    with Path(os.environ["BELLS"]).open("a", encoding="ascii") as file:
        file.write(f"{word}\n")


@recurring(NAME, turn=TURN)
def recur() -> None:
    """Tells that it was done."""
    _tell("done")


@task_prerun.connect(sender=recur, weak=False)
def tell_bell(**_: Any) -> None:
    """Tells that a bell was heard."""
    _tell("heard")
