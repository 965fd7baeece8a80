"""Commands that are refused: nothing comes of them but a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.command import Command
from core.journal.errors import Refused
from core.models import JournalEntry
from tests.builders.events import give


def refused(command: Command, reason: str = "as it was", **more: Any) -> Refused:
    """Gives a command that has to be refused, without an entry of it; returns the refusal."""
    count = JournalEntry.objects.count()
    with pytest.raises(Refused) as caught:
        give(command, reason, **more)
    assert JournalEntry.objects.count() == count
    assert caught.value.message.endswith((".", "?"))
    return caught.value
