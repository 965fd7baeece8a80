"""A person's name as the files want it: family name first or last, and never breaking a line.

A name is entered as "Given Family" or, as NASPA writes it, "Family, Given[, Suffix]". Only the
comma tells which is which, so a name without one is never turned round.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from core.names import parts_of

_NUMBER_LIKE = re.compile(r"[.+]*\d[\d.+]*")


class PersonName(NamedTuple):
    """A name in parts; where the order is not known, everything is the family name."""

    family: str
    given: str = ""
    suffix: str = ""

    @property
    def has_order(self) -> bool:
        """Whether it is known which part is the family name."""
        return bool(self.given)

    @property
    def given_first(self) -> str:
        """The name as "Given Family Suffix"."""
        return " ".join(part for part in (self.given, self.family, self.suffix) if part)

    @property
    def family_first(self) -> str:
        """The name as "Family, Given, Suffix"."""
        return ", ".join(part for part in (self.family, self.given, self.suffix) if part)


def read_name(entered: str) -> PersonName:
    """Returns the parts of a name as it was entered."""
    parts = parts_of(entered)
    told = (parts.family, parts.given, parts.suffix) if parts.is_told else (parts.shown,)
    return PersonName(*told)


def one_line(text: str) -> str:
    """Returns a text without control characters, single spaces between its words."""
    kept = (
        " " if unicodedata.category(letter) in ("Cc", "Cs", "Zs", "Zl", "Zp") else letter
        for letter in text
    )
    return " ".join("".join(kept).split())


def eight_bit(text: str) -> str:
    """Returns a text in the letters of ISO-8859-1, accents dropped where that brings it there.

    A letter that has no nearest one becomes a question mark.
    """
    return "".join(map(_narrow, unicodedata.normalize("NFC", one_line(text))))


def _narrow(letter: str) -> str:
    if ord(letter) < 256:
        return letter
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return one_line(plain) or "?"


def fixed(text: str, width: int) -> str:
    """Returns a text of ISO-8859-1 in so many columns, cut or filled with spaces.

    An asterisk in front would make the line a heading, and goes.
    """
    narrow = eight_bit(text).lstrip("*").strip() or "?"
    return f"{narrow[:width].rstrip():<{width}}"


def tsh_safe(text: str) -> str:
    """Returns a text that can come before the rating of a tsh line, as near to it as can be.

    Semicolons and colons become spaces, a leading # goes, and a word that tsh would read as a
    number is put in brackets.
    """
    words = one_line(re.sub("[;:]", " ", text)).lstrip("# ").split()
    return " ".join(f"({w})" if _NUMBER_LIKE.fullmatch(w) else w for w in words)


def tsh_name_of(name: PersonName) -> str:
    """Returns a name as NASPA writes it, safe for a tsh line."""
    return tsh_safe(name.family_first) or "?"
