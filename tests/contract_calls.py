"""Calls the commands of the console as another program would, in this process."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command


def answer(command: str, *arguments: Any) -> dict[str, Any]:
    """Returns the JSON document that a command prints; a refusal fails the test."""
    out = io.StringIO()
    try:
        call_command(command, *map(str, arguments), "--json", stdout=out)
    except SystemExit as left:
        raise AssertionError(f"{command} left with {left.code}: {out.getvalue()}") from left
    document: dict[str, Any] = json.loads(out.getvalue())
    return document


def refusal(command: str, *arguments: Any) -> dict[str, Any]:
    """Returns the error object of a command that leaves with 2."""
    error: dict[str, Any] = leaves(command, *arguments, code=2)["error"]
    return error


def leaves(command: str, *arguments: Any, code: int) -> dict[str, Any]:
    """Returns the JSON document of a command that must leave with this code."""
    out = io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command(command, *map(str, arguments), "--json", stdout=out)
    assert left.value.code == code, out.getvalue()
    document: dict[str, Any] = json.loads(out.getvalue())
    return document
