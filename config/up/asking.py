"""Asks the program that prepares the database (`config.up.preparing`), and hears its answer."""

import json
import os
import sys
from typing import Any

from config.up.telling import CannotStart, say
from core.lifeline import start_tied


def prepared(stage: str, *, line: str) -> dict[str, Any]:
    """Run a stage of `config.up.preparing` to its end and return its answer.

    What else it says goes to standard error. Raises CannotStart with its sentence, or where it
    ended without one.
    """
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as said:
        with os.fdopen(writing, "wb") as output:
            command = [sys.executable, "-m", "config.up.preparing", stage]
            tied = start_tied(command, output=output, line=line)
        *others, last = said.read().splitlines() or [b""]
    tied.process.wait()
    try:
        answer = json.loads(last)
    except ValueError:
        others, answer = [*others, last], {"error": "The tables cannot be made ready."}
    for other in others:
        say(other.decode(errors="replace"), to=sys.stderr)
    if "error" in answer:
        raise CannotStart(answer["error"])
    return dict(answer)
