"""The lexicon of a division, for programs."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import Http404

from api.operations import Asked, Give, One, register_api
from core.roles.table import Permission
from tournaments.kernel.api_addresses import DIVISION, event_stream
from tournaments.kernel.queries.lexicon import association_of, in_force_for
from tournaments.kernel.queries.play import division_of_event
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.models import Division


@dataclass(frozen=True, slots=True)
class LexiconChosen:
    """The list that a division plays by and that of a second opinion, by code; empty for none.

    The hashes (SHA-256) are of the words they had when they were chosen. `in_force` is the edition
    that the association plays by on the day of the event, empty where none is known.
    """

    lexicon: str
    lexicon_sha256: str
    second_opinion: str
    second_sha256: str
    closes_word_tools: bool
    association: str
    in_force: str


def lexicon_chosen(division: Division) -> LexiconChosen:
    """Returns by which lists a division plays."""
    window = in_force_for(division)
    return LexiconChosen(
        lexicon=division.lexicon,
        lexicon_sha256=division.lexicon_hash,
        second_opinion=division.second_lexicon,
        second_sha256=division.second_hash,
        closes_word_tools=division.closes_word_tools,
        association=association_of(division),
        in_force=window.edition if window else "",
    )


def _find(asked: Asked) -> LexiconChosen:
    division = division_of_event(asked["event"], asked["division"])
    if division is None:
        raise Http404
    return lexicon_chosen(division)


register_api(
    "events",
    One(
        path=f"{DIVISION}/lexicon",
        name="lexicon_of_division",
        says="Shows by which word lists a division plays.",
        shape=LexiconChosen,
        find=_find,
        permission=Permission.VIEW,
        stream=event_stream,
    ),
    Give(path=f"{DIVISION}/lexicon", name="lexicon_choose", command=ChooseLexicon, verb="PUT"),
)
