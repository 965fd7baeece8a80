"""The arguments that most commands on an event share at the console."""

from __future__ import annotations

from django.core.management.base import CommandParser

from core.phrases import phrase


def add_event(parser: CommandParser) -> None:
    """Adds `slug` to a command on an event."""
    parser.add_argument("slug", help=phrase("the short name of the event, as in its address"))


def add_chosen_division(parser: CommandParser) -> None:
    """Adds `--division` to a command that answers for all divisions unless one is named."""
    parser.add_argument("--division", help=phrase("one division; by default all"))
