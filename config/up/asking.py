"""Asks the program that prepares the database (`config.up.preparing`), and hears its answer."""

import json
import os
import sys
from collections.abc import Sequence
from typing import Any

from config.up.telling import CannotStart, say
from core.child_process import start_tied

_NO_ANSWER = {"error": "The database tables cannot be prepared."}


def prepared(stage: str, *, line: str) -> dict[str, Any]:
    """Run a stage of `config.up.preparing` to its end and return its answer.

    What else it says, before its answer or after it, goes to standard error. Raises CannotStart
    with its sentence, or where it ended without one.
    """
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as said:
        with os.fdopen(writing, "wb") as output:
            command = [sys.executable, "-m", "config.up.preparing", stage]
            tied = start_tied(command, output=output, line=line)
        lines = said.read().splitlines()
    tied.process.wait()
    number, answer = _last_answer(lines)
    for other in (*lines[:number], *lines[number + 1 :]):
        say(other.decode(errors="replace"), to=sys.stderr)
    if "error" in answer:
        raise CannotStart(answer["error"])
    return answer


def _last_answer(lines: Sequence[bytes]) -> tuple[int, dict[str, Any]]:
    """Return which line is the answer, and the answer; behind the last where there is none."""
    for number, text in reversed([*enumerate(lines)]):
        try:
            found = json.loads(text)
        except ValueError:
            continue
        # A line of the log is an object, too.
        if isinstance(found, dict) and isinstance(found.get("answer"), dict):
            return number, found["answer"]
    return len(lines), _NO_ANSWER
