"""A command or a step that a page of the desk offers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """A command as a link; `refused` says why it is not one now, `href` is empty then."""

    title: str
    href: str
    refused: str = ""
