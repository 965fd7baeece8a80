"""The lexica of a judge that belongs to no division, as they are installed."""

from __future__ import annotations

from collections.abc import Mapping

from core.journal.errors import Refused
from core.phrases import phrase
from lexicon.places import Chosen
from lexicon.selectors.installed import installed
from lexicon.selectors.judging import must_go_together, words_to_judge_by


def frozen_lexica(lexicon: str, second: str, hashes: Mapping[str, str]) -> dict[str, str]:
    """Returns the columns of a lexicon and a second opinion, "" for none; `hashes` by code stay.

    Refused for no lexicon, one that was put away, and two that do not go together.
    """
    if not lexicon:
        raise Refused(phrase("Choose a lexicon."), code="judge.no_lexicon", field="lexicon")
    first = _chosen(lexicon, hashes, "lexicon")
    other = _chosen(second, hashes, "second_opinion") if second else None
    must_go_together(first, other)
    other = other or Chosen("", "")
    return {
        "lexicon": first.code,
        "lexicon_hash": first.sha256,
        "second_lexicon": other.code,
        "second_hash": other.sha256,
    }


def _chosen(code: str, hashes: Mapping[str, str], field: str) -> Chosen:
    """Returns a lexicon with the hash that is held, or that its words have now."""
    if code in hashes:
        return Chosen(code, hashes[code])
    lexicon = installed(code)
    if lexicon.is_put_away:
        raise Refused(
            phrase("{name} was put away.", name=lexicon.name), code="judge.put_away", field=field
        )
    chosen = Chosen(lexicon.code, lexicon.sha256)
    words_to_judge_by(chosen)
    return chosen
