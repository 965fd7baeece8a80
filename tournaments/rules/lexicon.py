"""Which lists a division may play by, and what is said against one before it is chosen."""

from __future__ import annotations

from core.journal.errors import Refused
from lexicon.places import Chosen
from lexicon.selectors.installed import Installed
from lexicon.selectors.judging import is_casual
from lexicon.wording import NEVER_RATED, PURPOSE_WORDS, window_words
from lexicon.words.in_force import Window
from tournaments.models import Division
from tournaments.selectors.lexicon import (
    association_of,
    day_of,
    edition_of,
    in_force_for,
    is_that,
)


def must_suit_ratings(rating_system: str, *lexica: Chosen | None) -> None:
    """Raises Refused where a division would be rated that plays by a casual list."""
    casual = next((one for one in lexica if one is not None and is_casual(one)), None)
    if rating_system and casual is not None:
        raise Refused(
            f"{casual.code} is a CASUAL LIST and not for rated play: choose another lexicon, or"
            " have the division not rated.",
            code="lexicon.casual",
            field="lexicon",
        )


def said_against(division: Division, lexicon: Installed) -> str:
    """Returns why a list is not what the association of a division plays by, empty if it is."""
    edition = edition_of(lexicon)
    if lexicon.is_casual:
        return f"{lexicon.code} is a CASUAL LIST, not for rated play."
    if edition is not None and edition.is_free:
        return f"{lexicon.code}: {NEVER_RATED}"
    purpose = "rated" if edition is None else edition.family.purpose
    if purpose != "rated":
        return f"{lexicon.code} is a list for {PURPOSE_WORDS[purpose]}."
    association, window = association_of(division), in_force_for(division)
    if not association or (window is not None and is_that(window, lexicon)):
        return ""
    day = day_of(division.tournament)
    if window is None:
        return f"What is in force for {association} on {day} is not known."
    which = "" if edition else f" It is not known which edition {lexicon.code} is."
    return f"{lexicon.code} is not in force for {association} on {day}: {that_is(window)}.{which}"


def that_is(window: Window) -> str:
    """Returns what is in force, as "NWL2023 is, since 2024-02-29"."""
    return f"{window.edition} is, {window_words(window)}"
