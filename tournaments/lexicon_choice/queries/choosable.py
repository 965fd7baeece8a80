"""The lists that a division may play by, and the objections to one before it is chosen."""

from __future__ import annotations

from datetime import date

from core.phrases import phrase
from lexicon.casual import LABEL
from lexicon.selectors.editions import doubt_of, edition_of, is_another
from lexicon.selectors.installed import Installed
from lexicon.wording import NEVER_RATED, PURPOSE_WORDS, window_words
from lexicon.words.editions import Window
from tournaments.kernel.queries.lexicon import (
    association_of,
    day_of,
    in_force_for,
    is_that,
)
from tournaments.models import Division


def said_against(division: Division, lexicon: Installed) -> str:
    """Returns a sentence on why a list is not what the division's association plays by, else empty.

    One whose words are known to be another edition counts as that one, whatever it is called.
    """
    against = _against(division, lexicon)
    return f"{against} {doubt_of(lexicon)}" if against and is_another(lexicon) else against


def _against(division: Division, lexicon: Installed) -> str:
    edition = edition_of(lexicon)
    if lexicon.is_casual:
        return phrase("{code} is a {label}, not for rated play.", code=lexicon.code, label=LABEL)
    if edition is not None and edition.is_free:
        return NEVER_RATED.format(lexicon=lexicon.code)
    purpose = "rated" if edition is None else edition.family.purpose
    if purpose != "rated":
        return phrase(
            "{code} is a list for {purpose}.",
            code=lexicon.code,
            purpose=PURPOSE_WORDS[purpose],
        )
    association, window = association_of(division), in_force_for(division)
    if not association or (window is not None and is_that(window, lexicon)):
        return ""
    day = day_of(division.tournament)
    said = str(in_force_words(association, day, window))
    if window is None:
        return said
    rule = f"{said[0].lower()}{said[1:]}"
    if edition:
        return phrase("{code} is not in force: {rule}", code=lexicon.code, rule=rule)
    return phrase(
        "{code} is not an edition that Wallchart knows: {rule}", code=lexicon.code, rule=rule
    )


def in_force_words(association: str, day: date, window: Window | None) -> str:
    """Returns by what an association plays on a day, as a sentence."""
    if window is None:
        return phrase(
            "It is not known what {association} plays by on {day}.",
            association=association,
            day=day,
        )
    return phrase(
        "On {day} {association} plays by {edition}, in force {dates}.",
        day=day,
        association=association,
        edition=window.edition,
        dates=window_words(window),
    )
