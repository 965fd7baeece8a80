"""The countries that players play for, by their codes of ISO 3166, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from core.phrases import language

_NO_COUNTRY = frozenset({"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"})
"""Codes of two letters that CLDR names beside those of countries."""


def country_name(code: str) -> str:
    """Returns the name of a country in the language that is spoken; the code of an unknown one."""
    return countries(language() or "en").get(code, code)


@cache
def countries(spoken: str) -> Mapping[str, str]:
    """Returns the names of all countries in a language by their codes, sorted by name.

    In English where nobody has named them in it.
    """
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415 - only who shows one waits for it

    try:
        known = Locale.parse(spoken.replace("-", "_")).territories
    except (UnknownLocaleError, ValueError):
        known = Locale("en").territories
    named = {
        code: str(name)
        for code, name in known.items()
        if len(code) == 2 and code.isalpha() and code not in _NO_COUNTRY
    }
    return dict(sorted(named.items(), key=lambda one: one[1]))
