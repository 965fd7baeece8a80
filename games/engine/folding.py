"""Text as names are looked for in it: without case, accents and what is not seen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from unicodedata import category, normalize

# Letters that are not a letter with an accent, as people write them who do not have them.
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa"})
_TWO_LETTERS = re.compile("(?<=[aou])e")


def spellings(name: str) -> Iterable[str]:
    """Returns a name as it is and as it may be spelled: Müller, Mueller and Muller are one."""
    whole = normalize("NFC", name).casefold()
    return dict.fromkeys((whole, whole.translate(_SPELLED_OUT), _TWO_LETTERS.sub("", whole)))


def folded(text: str) -> tuple[str, Sequence[int]]:
    """Returns text without case, accents and what is not seen, and where each letter stood."""
    if text.isascii():
        return text.lower(), range(len(text))
    plain = [(letter, at) for at, one in enumerate(text) for letter in _plain(one)]
    return "".join([letter for letter, _ in plain]), [at for _, at in plain]


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    apart = normalize("NFKD", character.casefold()).translate(_PLAIN)
    # A letter that is written as a mark, as some apostrophes are, is not a letter of a name.
    seen = [(one, category(one)) for one in apart]
    return "".join(["'" if kind == "Lm" else one for one, kind in seen if not _is_unseen(kind)])


def _is_unseen(kind: str) -> bool:
    return kind in ("Mn", "Me", "Cf")


def after(text: str, last: int) -> int:
    """Returns the end of the letter at a place, behind its accents."""
    end = last + 1
    while end < len(text) and not _plain(text[end]):
        end += 1
    return end
