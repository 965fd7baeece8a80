"""Text that a person reads, in the language that they read.

A phrase is made from its English source and named parameters. It is a `str`, so it can be joined,
compared and stored as any other; what shows it, asks for `str` of it, and gets it worded anew in
the language of whoever reads then. Django's translations are installed by the app; without them,
as in the pure packages and their tests, a phrase is its English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import reduce
from string import Formatter
from typing import Any, Self, final

Translate = Callable[[str], str]
TranslateCount = Callable[[str, str, int], str]


def _english(source: str) -> str:
    return source


def _english_count(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def _no_other() -> str | None:
    return "en"


_translations: tuple[Translate, TranslateCount] = (_english, _english_count)
_language: Callable[[], str | None] = _no_other


def install(
    translate: Translate,
    translate_count: TranslateCount,
    language: Callable[[], str | None] = _no_other,
) -> None:
    """Has every phrase worded by these from now on: a source, and a source with its plural.

    `language` returns the name of the language in which they do so at the moment.
    """
    global _translations, _language
    _translations, _language = (translate, translate_count), language


def language() -> str | None:
    """Returns the name of the language in which phrases are worded at the moment."""
    return _language()


@final
class Phrase(str):
    """A text with what it was made of: `source` in English, its plural or "", the parameters."""

    __slots__ = ("many", "parameters", "source")
    source: str
    many: str
    parameters: dict[str, Any]

    def __new__(cls, source: str, many: str = "", parameters: dict[str, Any] | None = None) -> Self:
        parameters = parameters or {}
        phrase = super().__new__(cls, _worded(source, many, parameters))
        phrase.source, phrase.many, phrase.parameters = source, many, parameters
        return phrase

    def __getnewargs__(self) -> tuple[str, str, dict[str, Any]]:  # type: ignore[override] # str has one
        return self.source, self.many, self.parameters

    def __str__(self) -> str:
        return _worded(self.source, self.many, self.parameters)

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)

    def __mod__(self, values: Any, /) -> str:
        worded: str = str(self) % values
        return worded

    def format_map(self, parameters: Any, /) -> str:
        return self.format(**parameters)

    def format(self, *args: object, **parameters: object) -> str:
        """Returns the phrase with these parameters; with any that has no name, its text alone."""
        if args:
            return _filled(str(self), args, parameters)
        return Phrase(self.source, self.many, self.parameters | parameters)


def _worded(source: str, many: str, parameters: dict[str, Any]) -> str:
    if many:
        template = _translations[1](source, many, parameters["count"])
    else:
        template = _translations[0](source)
    if not parameters:
        return template
    try:
        return _filled(template, (), parameters)
    except (LookupError, ValueError, AttributeError):
        # Braces that a translation has wrong stop no page.
        return _in_english(source, many, parameters)


def _in_english(source: str, many: str, parameters: dict[str, Any]) -> str:
    template = many if many and parameters["count"] != 1 else source
    return template.format(**parameters) if parameters else template


class _Filler(Formatter):
    """Fills numbers in as the language of the moment writes them."""

    def format_field(self, value: Any, format_spec: str) -> str:
        is_number = isinstance(value, int | float)
        return numeral(value, format_spec) if is_number else format(value, format_spec)


_WITH_MARKS = re.compile(r"\{\w+:[^{}]*[,.g]")
"""A number that is filled in with decimals or in groups of thousands."""


def _filled(template: str, given: tuple[Any, ...], parameters: dict[str, Any]) -> str:
    if _language() != "en" and _WITH_MARKS.search(template):
        return _Filler().vformat(template, given, parameters)
    return template.format(*given, **parameters)


def phrase(source: str, /, **parameters: Any) -> str:
    """Returns a text whose `{name}` are the parameters; without any, braces are as written.

    The source is written out where this is called: catalogues are made by reading the code.
    """
    return Phrase(source, "", parameters)


def phrase_count(one: str, many: str, /, count: int, **parameters: Any) -> str:
    """Returns the text for one or for many; `{count}` is among its parameters."""
    return Phrase(one, many, {"count": count, **parameters})


def numeral(value: object, format_spec: str = "") -> str:
    """Returns a number, formatted as Python would, with the marks of the language of the moment.

    1234.5 in ",.1f" is 1,234.5 in English, and 1 234,5 in French.
    """
    text, marks = format(value, format_spec), str(phrase("1,000.5"))
    if len(marks) != len("1,000.5"):
        return text
    return text.translate({ord(","): marks[1], ord("."): marks[5]})


def english(text: str) -> str:
    """Returns a text as journals keep it: in English, in whatever language people read here."""
    if not isinstance(text, Phrase):
        return text
    given = {
        name: english(value) if isinstance(value, str) else value
        for name, value in text.parameters.items()
    }
    return _in_english(text.source, text.many, given)


def joined_by_and(parts: Iterable[str]) -> str:
    """Returns the parts as one text with "and" between each two; empty where there are none."""
    texts = list(parts)
    return reduce(_both, texts) if texts else ""


def listed(texts: Iterable[str]) -> str:
    """Returns texts as people list them: "A", "A and B", "A, B and C"."""
    *others, last = map(str, texts)
    if not others:
        return last
    return phrase("{others} and {last}", others=", ".join(others), last=last)


def either_of(texts: Iterable[str]) -> str:
    """Returns texts as people list a choice: "A", "A or B", "A, B or C"."""
    *others, last = map(str, texts)
    if not others:
        return last
    return phrase("{others} or {last}", others=", ".join(others), last=last)


def versus(names: Iterable[str]) -> str:
    """Returns who plays a game as one text: "Ann Lee v Bob Ray"."""
    return reduce(_against, map(str, names))


def joined_by_or(parts: Iterable[str]) -> str:
    """Returns the parts as one text with "or" between each two; empty where there are none."""
    listed = list(parts)
    return reduce(_either, listed) if listed else ""


def _both(first: str, second: str) -> str:
    return phrase("{first} and {second}", first=first, second=second)


def _against(one: str, other: str) -> str:
    return phrase("{one} v {other}", one=one, other=other)


def _either(first: str, second: str) -> str:
    return phrase("{first} or {second}", first=first, second=second)
