"""The name of a player before directors: the key, unless that tells the association number.

Earlier keys were made of the number, and a key never changes: journals use it. A director
sees how a number ends and no more (`core.names.number_ending`), so in such a key's place stands a
handle: the name, and the player's number in addresses behind a "~", which no key has.
"""

from __future__ import annotations

import re

from django.utils.text import slugify

from core.names import in_ascii, number_ending

MARK = "~"
_WITH_DIGITS = re.compile(r"(?<![^\W_])[^\W\d_]*+\d[^\W_]*")
_PLAIN = re.compile(r"[\W_]+")


def handle_of(pk: int, key: str, name: str, number: str) -> str:
    """Returns the key of a player, or the handle that stands for it before directors."""
    if not tells_number(key, number):
        return key
    return f"{slugify(in_ascii(name)) or 'player'}{MARK}{pk}"


def tells_number(key: str, number: str) -> bool:
    """Returns whether a key holds an association number: this one, or what looks like any."""
    digits = _PLAIN.sub("", number).casefold()
    whole = len(digits) > 3 and digits in _PLAIN.sub("", key).casefold()
    return whole or masked(key) != key


def masked(key: str) -> str:
    """Returns a key for sentences that know nothing else of the player: "ann-…23"."""
    return _WITH_DIGITS.sub(lambda found: number_ending(found[0]), key)
