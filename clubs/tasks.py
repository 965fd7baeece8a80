"""The door through which beat reaches the book of records."""

from datetime import timedelta

from clubs.records.jobs import keeping
from core.recurring import recurring


@recurring("clubs.records_missing", turn=timedelta(minutes=5))
def find_missing_book() -> None:
    """Has the book made where there are events and it never was."""
    keeping.ask_for_missing_book()


@recurring("clubs.recompute_records", turn=timedelta(minutes=30))
def make_book_again() -> None:
    """Has the book made again every night, should a change have been missed."""
    keeping.ask_to_recompute_records()
