"""A language made from English: every letter has an accent, and every word is a third longer.

What is still written in plain letters on a page was never extracted; what does not fit on it would
not fit in German either.
"""

from __future__ import annotations

import fcntl
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import django
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from config.catalogues import DOMAINS, LOCALE, extracted, texts_of, translated
from core.web.build import build
from tests.settings import RUN_DIR

LANGUAGE = "en-xa"
AS_FRENCH = "en-xb"
"""The same with the accents on those messages alone that have a French translation."""
_PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
_ACCENTED = "áƀçđéƒǧĥíĵķłɱñóþǫřšťúṽŵẋýžÁƁÇĐÉƑǦĤÍĴĶŁṀÑÓÞǪŘŠŤÚṼŴẊÝŽ"
_ACCENTS = str.maketrans(_PLAIN, _ACCENTED)
_TAG = r"""</?[a-z]+(?: [a-z-]+(?:=(?:"[^"<>]*"|'[^'<>]*'))?)*>"""
_AS_IT_IS = re.compile(rf"(%\(\w+\)[a-z]|%%|%[a-z]|\{{[^{{}}]*\}}|{_TAG}|&\w+;|\\.)")
_WORD = re.compile(r"[^\W\d_]+")


def pseudo(message: str) -> str:
    """Returns a message with accents and a third longer; parameters, tags and entities stay."""
    parts = _AS_IT_IS.split(message)
    return "".join(part if at % 2 else _WORD.sub(_longer, part) for at, part in enumerate(parts))


def _longer(word: re.Match[str]) -> str:
    text = word.group().translate(_ACCENTS)
    return "".join(letter * (2 if at % 3 == 1 else 1) for at, letter in enumerate(text))


def _django_catalog() -> Catalog:
    """Returns the messages of Django itself, of which pages show some."""
    catalog = Catalog()
    for name in ("conf", "contrib/admin", "contrib/auth"):
        path = Path(django.__file__).parent / name / "locale/en/LC_MESSAGES/django.po"
        with path.open("rb") as file:
            for message in read_po(file):
                catalog.add(message.id, context=message.context)
    return catalog


_ours = cache(extracted)


@cache
def _messages(domain: str) -> Catalog:
    """Returns the messages of a domain, those of Django among them, each said in LANGUAGE."""
    catalog = Catalog()
    for message in (*_ours(domain), *(_django_catalog() if domain == "django" else ())):
        if message.id:
            catalog.add(message.id, _said(message.id), context=message.context)
    return catalog


def _said(message: str | Sequence[str]) -> str | tuple[str, ...]:
    return pseudo(message) if isinstance(message, str) else tuple(map(pseudo, message))


def _said_in_french(domain: str) -> Catalog:
    """Returns those messages that have a French translation, and those of Django."""
    known = translated(LOCALE / "fr" / "LC_MESSAGES" / f"{domain}.po")
    catalog = Catalog()
    for message in _messages(domain):
        if message.id and (message.id not in _ours(domain) or texts_of(message) in known):
            catalog[message.id] = message
    return catalog


@cache
def pseudo_locale() -> Path:
    """Returns a folder of locales with LANGUAGE and AS_FRENCH; whoever needs it first makes it."""
    made = RUN_DIR / "pseudo_locale"
    with (RUN_DIR / "pseudo_locale.lock").open("ab") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if not made.exists():
            unfinished = RUN_DIR / "pseudo_locale.unfinished"
            _write(unfinished)
            unfinished.rename(made)
    return made


def _write(folder: Path) -> None:
    """Writes the compiled catalogues of both languages into a folder of locales."""
    for language, messages in (("en_XA", _messages), ("en_XB", _said_in_french)):
        place = folder / language / "LC_MESSAGES"
        place.mkdir(parents=True)
        for domain in DOMAINS:
            with (place / f"{domain}.mo").open("wb") as file:
                write_mo(file, messages(domain))


@contextmanager
def pseudo_spoken(settings: Any) -> Iterator[None]:
    """Has all pages within it in LANGUAGE; `settings` are pytest-django's, which put it back."""
    settings.LANGUAGES = [*settings.LANGUAGES, (LANGUAGE, "Pseudo"), (AS_FRENCH, "French")]
    settings.LOCALE_PATHS = [str(pseudo_locale())]
    settings.LANGUAGE_CODE = LANGUAGE
    build.cache_clear()
    try:
        yield
    finally:
        build.cache_clear()


_SHOWN = ("alt", "aria-label", "aria-roledescription", "placeholder", "title")
_SPELLED = {"code", "kbd", "pre", "samp", "script", "style", "textarea", "var"}
"""Elements whose text is typed, stored or run as it is written."""
_VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr", "col"}


class ShownTexts(HTMLParser):
    """The texts of a page that a person reads or hears, in `texts`."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.texts: list[str] = []
        self._spelled: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in _SPELLED or given.get("translate") == "no":
            if tag not in _VOID:
                self._spelled.append(tag)
        elif self._spelled and tag == self._spelled[-1]:
            self._spelled.append(tag)
        self.texts += [given[name] for name in _SHOWN if name in given]
        if tag == "input" and given.get("type") in ("submit", "button"):
            self.texts.append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if self._spelled and self._spelled[-1] == tag:
            self._spelled.pop()

    def handle_data(self, data: str) -> None:
        if not self._spelled and data.strip():
            self.texts.append(" ".join(data.split()))


_ADDRESS = re.compile(r"\S+://\S+|[\w.-]+/\S*|\S+@\S+|\S+\.jsonl?\b")
_PLAIN_WORD = re.compile(r"(?<![\w.-])[A-Z]?[a-z’']{2,}(?!\w)")
"""A word in plain letters. One in capitals is a play, a key or an abbreviation."""


def plain_texts(page: str, is_data: Callable[[str], bool]) -> Iterator[str]:
    """Yields the texts of a page that hold a word in plain letters which is no data."""
    for text in ShownTexts(page).texts:
        words = _PLAIN_WORD.findall(_ADDRESS.sub(" ", text))
        if any(not is_data(word) for word in words):
            yield text
