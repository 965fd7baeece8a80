"""What the loop of the web server tells an application that it asks at the end of a turn."""

from __future__ import annotations

from typing import Any

IN_TURN = "wallchart.in_turn"
"""The place in a request of the `Turn` in which it came; no client can send such a name.

Who asks so is given what is kept, and else nothing: to make an answer is the work of a thread.
"""

Turn = dict[str, tuple[Any, bool]]
"""By path the answers that were looked at in a turn, and whether they hold."""
