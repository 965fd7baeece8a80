"""The arguments that all commands for pairing share at the console."""

from __future__ import annotations

import re

from django.core.management.base import CommandParser

from core.errors import UserError
from core.phrases import phrase


def add_request_options(parser: CommandParser) -> None:
    """Adds to a command that pairs on which results it does so, and what the method needs."""
    parser.add_argument("--based-on", type=int, help=phrase("the last round whose results count"))
    parser.add_argument(
        "--repeats", type=int, help=phrase("how often two players may have met before")
    )
    parser.add_argument(
        "--since",
        type=int,
        default=1,
        help=phrase("the first round whose meetings are not forgiven"),
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help=phrase("a number that the method asks for; may be repeated"),
    )


def option_given(text: str) -> tuple[str, int]:
    """Returns an option and its number from "factor=3"; UserError for anything else."""
    key, _, value = text.partition("=")
    if re.fullmatch(r"-?[0-9]{1,9}", value):
        return key, int(value)
    raise UserError(
        phrase("{text!r} is not an option with a whole number, such as factor=3.", text=text),
        code="usage",
        field="option",
    )
