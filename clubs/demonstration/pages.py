"""What is here of the demonstration, in words."""

from __future__ import annotations

from clubs.demonstration.queries.made import DemonstrationMade
from core.phrases import listed, phrase_count


def said_of(found: DemonstrationMade) -> str:
    """Returns what would be removed, or was, as a list of counts."""
    said = [
        phrase_count("{count} event", "{count} events", count=len(found.events)),
        phrase_count("{count} club", "{count} clubs", count=len(found.clubs)),
        phrase_count("{count} rating list", "{count} rating lists", count=len(found.lists)),
        phrase_count("{count} player", "{count} players", count=len(found.players)),
    ]
    if found.by_others:
        said.append(
            phrase_count(
                "{count} log entry that somebody made since",
                "{count} log entries that somebody made since",
                count=found.by_others,
            )
        )
    return listed(said)
