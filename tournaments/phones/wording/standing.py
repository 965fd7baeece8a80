"""How players report, and what they said, in words."""

from __future__ import annotations

from core.phrases import phrase
from tournaments.claiming import Mode

MODES = {
    Mode.OFF: phrase("off: results come to the desk on slips"),
    Mode.SOFT: phrase("the first score counts at once, and the opponent may object"),
    Mode.STRICT: phrase("both enter the score, and it counts once both are the same"),
    Mode.KIOSK: phrase("a tablet at each board, at which both players agree"),
}
"""How players report, as the desk says it."""

REPORTING = {
    Mode.OFF: phrase("Players of division {division} no longer report results"),
    Mode.SOFT: phrase(
        "Players of division {division} report results: the first score counts, and may be "
        "objected to"
    ),
    Mode.STRICT: phrase(
        "Players of division {division} report results: both enter the score, unseen by each other"
    ),
    Mode.KIOSK: phrase("Players of division {division} report results at a tablet, and both agree"),
}
"""The same for the log."""
