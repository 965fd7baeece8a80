"""The lexicon of a division: what was chosen, and what its association plays by on the day."""

from __future__ import annotations

from datetime import date

from django.utils import timezone

from core.errors import UserError
from core.journal.errors import Refused
from core.phrases import phrase
from lexicon.casual import LABEL
from lexicon.places import Chosen
from lexicon.selectors.editions import edition_of, in_force, known_as
from lexicon.selectors.installed import Installed, installed
from lexicon.selectors.judging import is_casual
from lexicon.words.editions import Window
from tournaments.board_terms import terms_of
from tournaments.models import Board, Division, Tournament

ASSOCIATIONS = {
    "naspa": "NASPA",
    "naspa-csw": phrase("NASPA Collins"),
    "wespa": "WESPA",
    "absp": "ABSP",
    "coco": "CoCo",
}
"""The association that a rule set belongs to; those of a club or a director have none."""


def chosen_of(division: Division) -> Chosen | None:
    """Returns the list that a division plays by as it was chosen, None while there is none."""
    if not division.lexicon:
        return None
    return Chosen(division.lexicon, division.lexicon_hash)


def chosen_at(division: Division, board: Board) -> Chosen | None:
    """Returns the list by which the game of a board is played: that on which the two agreed.

    It is the one of that code that is here now, without words where none is; otherwise the
    division's as it was chosen.
    """
    agreed = terms_of(board.terms).lexicon
    if not agreed or agreed.casefold() == division.lexicon.casefold():
        return chosen_of(division)
    try:
        found = installed(agreed)
    except UserError:
        return Chosen(agreed, "")
    return Chosen(found.code, found.sha256)


def second_of(division: Division) -> Chosen | None:
    """Returns the list of the second opinion, None without one."""
    if not division.second_lexicon:
        return None
    return Chosen(division.second_lexicon, division.second_hash)


def association_of(division: Division) -> str:
    """Returns the association whose rules a division has, empty where they are nobody's."""
    return ASSOCIATIONS.get(division.ruleset, "")


def family_of(code: str) -> str:
    """Returns the family of lists that a chosen lexicon belongs to, empty where nobody knows."""
    try:
        lexicon = installed(code)
    except UserError:
        return ""
    edition = edition_of(lexicon)
    return edition.family.name if edition else lexicon.family


def day_of(event: Tournament) -> date:
    """Returns the first day of an event: today, as long as nobody said it."""
    return event.starts_on or timezone.localdate()


def in_force_for(division: Division) -> Window | None:
    """Returns by what the division's association plays rated games on the day of the event."""
    association = association_of(division)
    return in_force(day_of(division.tournament), association) if association else None


def is_that(window: Window, lexicon: Installed) -> bool:
    """Returns whether a window is of this list, by the edition that it counts as."""
    return window.edition.casefold() == known_as(lexicon).casefold()


def must_suit_ratings(rating_system: str, first: Chosen | None, second: Chosen | None) -> None:
    """Raises Refused where a division would be rated that plays by a casual list."""
    for field, lexicon in (("lexicon", first), ("second_opinion", second)):
        if rating_system and lexicon is not None and is_casual(lexicon):
            raise Refused(
                phrase(
                    "{code} is a {label}, which is not valid for rated play. Choose another "
                    "list, or make the division unrated.",
                    code=lexicon.code,
                    label=LABEL,
                ),
                code="lexicon.casual",
                field=field,
            )


def lexicon_words(division: Division) -> str:
    """Returns by what a division plays, a casual list labelled as one; empty while by nothing."""
    first, second = chosen_of(division), second_of(division)
    if first is None:
        return ""
    if second is None:
        return _called(first)
    return phrase(
        "{lexicon}; second opinion {second}", lexicon=_called(first), second=_called(second)
    )


def _called(chosen: Chosen) -> str:
    return f"{chosen.code} ({LABEL})" if is_casual(chosen) else chosen.code
