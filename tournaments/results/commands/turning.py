"""The question before a result turns, although a later round was paired by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core.journal.errors import NeedsConfirmation
from core.phrases import phrase
from tournaments.kernel.commands.base import RoundCommand
from tournaments.kernel.queries.play import last_published
from tournaments.models import Division, Result


def ask_about_turning(
    command: RoundCommand, division: Division, result: Result | None, fields: Mapping[str, Any]
) -> None:
    """Raises NeedsConfirmation where another player wins and a later round is published.

    Not where the command was confirmed, and not where there was no result.
    """
    if result is None or command.confirmed:
        return
    published = last_published(division)
    turned = (result.won_one, result.won_two) != (fields["won_one"], fields["won_two"])
    if published > command.round and turned:
        raise NeedsConfirmation(
            phrase(
                "This changes who won, and round {round} is already published: its "
                "pairings stay, but standings and ratings change.",
                round=published,
            ),
            code="confirm",
            field="confirmed",
        )
