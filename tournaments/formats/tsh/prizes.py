"""The `prize` lines of a tsh configuration, read as prizes and written again.

A line is `prize TYPE PLACE DIVISION VALUE [key=value ...]`, words with spaces quoted (tsh's
reference, section 2). `class=`, `exclusive=`, `first=` and `last=` (the rounds) and, for tuff luck,
`rounds=` are read; a line with anything else
that would change who wins is left as it is, and so are notes, titles, breaks and separators.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from core.phrases import phrase
from tournaments.prizing.records import WHOLE_EVENT, Prize, PrizeKind

TYPES = {
    "rank": PrizeKind.PLACE,
    "highwin": PrizeKind.HIGH_WIN,
    "highloss": PrizeKind.HIGH_LOSS,
    "lowwin": PrizeKind.LOW_WIN,
    "overseed": PrizeKind.OVERSEED,
    "tuffluck": PrizeKind.TUFF_LUCK,
    "upset": PrizeKind.UPSET,
    "average": PrizeKind.AVERAGE,
}
DECORATION = frozenset(("break", "note", "separator", "title"))
IGNORED = frozenset(("groupname", "order"))
"""What a line can say besides that leaves it to its director who wins, or how it looks."""
EVERYWHERE = "*"
_LINE = re.compile(r"prize\s+(.*)", re.IGNORECASE | re.DOTALL)
_WORD = re.compile(r"""(?:[^\s'"]|'[^']*'|"[^"]*")+""")
_SIGNS = {"$": "USD", "£": "GBP", "€": "EUR"}
_MONEY = re.compile(r"([$£€])([0-9]{1,7})(?:\.([0-9]{2}))?")
_TYPE_OF = {kind: word for word, kind in TYPES.items()} | {PrizeKind.CLASS: "rank"}
_LONGEST = 120
LONGEST_NAME = 20


@dataclass(frozen=True, slots=True)
class TshPrize:
    """A prize of a line: `division` as tsh spells it, empty for all, and the currency if any."""

    prize: Prize
    currency: str = ""


def is_decoration(line: str) -> bool:
    """Returns whether a line declares no prize, but a note between prizes or the like."""
    found = _LINE.fullmatch(line.strip())
    first = found[1].split(maxsplit=1) if found else []
    return bool(first) and first[0].lower() in DECORATION


def read_prize(line: str) -> TshPrize | None:
    """Returns the prize that a line declares, None where it says something that is not read."""
    found = _LINE.fullmatch(line.strip())
    words = [_unquoted(word) for word in _WORD.findall(found[1])] if found else []
    if len(words) < 4 or not re.fullmatch(r"[1-9][0-9]{0,2}", words[1]):
        return None
    kind, division, value = TYPES.get(words[0].lower()), words[2], words[3]
    options = _options(words[4:])
    if kind is None or options is None or not value or len(value) > _LONGEST:
        return None
    prize_class = options.pop("class", "")
    games = options.pop("rounds", "0") if kind is PrizeKind.TUFF_LUCK else "0"
    exclusive = options.pop("exclusive", "")
    span = options.pop("first", "0"), options.pop("last", "0")
    if kind in WHOLE_EVENT and span != ("0", "0"):
        return None
    numbers = all(re.fullmatch(r"[0-9]{1,3}", number) for number in span)
    if not numbers or len(exclusive) > LONGEST_NAME:
        return None
    if set(options) - IGNORED or not re.fullmatch(r"[0-9]|1[0-9]|20", games):
        return None
    if kind is PrizeKind.PLACE and prize_class:
        kind = PrizeKind.CLASS
    name = "" if division == EVERYWHERE else re.sub(r"\W", "", division.upper())
    if not name and (division != EVERYWHERE or kind in (PrizeKind.PLACE, PrizeKind.OVERSEED)):
        return None
    first, last = (int(number) for number in span)
    if last and first > last:
        return None
    prize = Prize(
        *(0, kind, name, prize_class, int(words[1])),
        games=int(games),
        first_round=first,
        last_round=last,
        exclusive=exclusive,
    )
    return _worth(prize, value)


def says_more(line: str) -> bool:
    """Returns whether a line that is read says something besides that is not."""
    found = _LINE.fullmatch(line.strip())
    words = _WORD.findall(found[1])[4:] if found else []
    return any(word.partition("=")[0].lower() in IGNORED for word in words)


def write_prize(prize: Prize, currency: str, kept: str = "") -> str | None:
    """Returns the line of a prize, None for one that tsh cannot say.

    `kept` is the line that it was read from, which stays as long as it says the same.
    """
    if kept and _same(read_prize(kept), prize, currency):
        return kept
    word = _TYPE_OF.get(prize.kind)
    value = _value(prize, currency)
    if word is None or value is None or (prize.is_money and prize.text):
        return None
    parts = ["prize", word, str(prize.place), prize.division or EVERYWHERE, value]
    if prize.prize_class:
        quoted = _quoted(prize.prize_class)
        if quoted is None:
            return None
        parts.append(f"class={quoted}")
    if prize.games:
        parts.append(f"rounds={prize.games}")
    span = ("first", prize.first_round), ("last", prize.last_round)
    parts += [f"{name}={number}" for name, number in span if number]
    if prize.exclusive:
        quoted = _quoted(prize.exclusive)
        if quoted is None:
            return None
        parts.append(f"exclusive={quoted}")
    line = " ".join(parts)
    return line if _same(read_prize(line), prize, currency) else None


def unread_words(line: str) -> str:
    """Returns what a remark says of a prize line that is not read."""
    return phrase("“{line}” is kept as it is, but is not a prize here", line=line[:_LONGEST])


def _same(read: TshPrize | None, prize: Prize, currency: str) -> bool:
    if read is None or (prize.is_money and read.currency != currency):
        return False
    return replace(prize, number=0) == read.prize


def _worth(prize: Prize, value: str) -> TshPrize:
    money = _MONEY.fullmatch(value)
    amount = int(money[2]) * 100 + int(money[3] or 0) if money else 0
    if money is None or not amount:
        return TshPrize(replace(prize, text=value))
    return TshPrize(replace(prize, amount=amount), _SIGNS[money[1]])


def _value(prize: Prize, currency: str) -> str | None:
    if not prize.is_money:
        return _quoted(prize.text)
    sign = next((sign for sign, code in _SIGNS.items() if code == currency), "")
    whole, part = divmod(prize.amount, 100)
    said = f"{sign}{whole}.{part:02}" if part else f"{sign}{whole}"
    return said if sign else None


def _quoted(text: str) -> str | None:
    if re.fullmatch(r"[\w.,+-]+", text):
        return text
    for quote in ("'", '"'):
        if quote not in text:
            return f"{quote}{text}{quote}"
    return None


def _unquoted(word: str) -> str:
    return re.sub(r"""'([^']*)'|"([^"]*)\"""", lambda m: m[1] if m[1] is not None else m[2], word)


def _options(words: list[str]) -> dict[str, str] | None:
    options: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            return None
        options[key.lower()] = value
    return options
