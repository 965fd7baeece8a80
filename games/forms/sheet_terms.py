"""The terms for counting a scoresheet, and the token that takes them to the count while typing.

The token is signed, so that nobody can ask for a count that looks words up where the rules do not
let players know them. Whether the word tools are closed is asked again with every count.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.core import signing

from games.engine.boards import STANDARD, SUPER, boards
from games.engine.rulesets import RuleSet, parameters, ruleset, with_overrides
from games.engine.sheet.counting import SheetTerms
from games.selectors.games import holds_by
from lexicon.places import Chosen, why_closed
from lexicon.selectors.installed import words_of
from lexicon.words.files import FilesMissing
from lexicon.words.tiles import tile_sets

_SALT = "games.count"
_GOOD_FOR_S = 3 * 24 * 60 * 60
_ENGLISH = "en"


class BadToken(ValueError):
    """A token that this server did not give, or not lately."""


def sheet_terms(
    rules: RuleSet,
    lexicon: Chosen | None,
    may_check_words: bool,
    overtime_s: tuple[int | None, ...] = (),
) -> SheetTerms:
    """Returns by what a game is counted that is typed now.

    The tiles are those of the lexicon, English without one, and the board is as large as they need.
    No list is asked unless `may_check_words`, the rules and the word tools all allow it.
    """
    tiles = _tiles_of(lexicon)
    asks = may_check_words and may_look_up(rules) and lexicon is not None and not why_closed()
    return SheetTerms(
        rules=rules,
        tiles=tiles,
        board=SUPER if tile_sets()[tiles].longest > boards()[STANDARD].size else STANDARD,
        holds=holds_by(lexicon.sha256, tiles) if asks and lexicon else None,
        overtime_s=overtime_s,
        lexicon=lexicon.code if lexicon else "",
    )


def may_look_up(rules: RuleSet) -> bool:
    """Returns whether the rules let a player know which words of a game are not words."""
    return rules.record_checks_words or rules.challenge_type == "void"


def token_of(rules: RuleSet, lexicon: Chosen | None, may_check_words: bool) -> str:
    """Returns a signed token of a count's terms, good for three days."""
    usual = ruleset(rules.key)
    changed = {
        parameter.name: getattr(rules, parameter.name)
        for parameter in parameters()
        if getattr(rules, parameter.name) != getattr(usual, parameter.name)
    }
    values: dict[str, Any] = {
        "rules": rules.key,
        "changed": changed,
        "lexicon": [lexicon.code, lexicon.sha256] if lexicon else None,
        "words": may_check_words,
        # No two forms have the same token, so that each can be told how often it may ask.
        "form": secrets.token_hex(6),
    }
    return signing.dumps(values, salt=_SALT, compress=True)


def terms_in(token: str) -> SheetTerms:
    """Returns by what the lines of a form are counted; BadToken."""
    try:
        values = signing.loads(token, salt=_SALT, max_age=_GOOD_FOR_S)
    except signing.BadSignature as wrong:
        raise BadToken from wrong
    rules = with_overrides(ruleset(values["rules"]), values["changed"])
    lexicon = Chosen(*values["lexicon"]) if values["lexicon"] else None
    return sheet_terms(rules, lexicon, values["words"])


def _tiles_of(lexicon: Chosen | None) -> str:
    if lexicon is None:
        return _ENGLISH
    try:
        return words_of(lexicon.sha256).tile_set.key
    except FilesMissing:
        return _ENGLISH
