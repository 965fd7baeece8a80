"""By which lexicon a judge's station judges at the moment, and how that is called."""

from __future__ import annotations

from dataclasses import dataclass

from core.errors import UserError
from core.journal.errors import Refused
from lexicon import casual
from lexicon.models import JudgeStation
from lexicon.places import Chosen, find_place
from lexicon.selectors.installed import installed, words_of
from lexicon.words.files import FilesMissing, WordFiles


@dataclass(frozen=True, slots=True)
class Judging:
    """The lexicon of a station and its second opinion; `label` is the place, empty for none."""

    lexicon: Chosen
    second: Chosen | None
    label: str = ""


def judging_of(station: JudgeStation) -> Judging:
    """Returns by what a station judges now: by its own lexicon, or by that of its place.

    Raises Refused where the place is gone, has no lexicon, or is rated and has the casual list.
    """
    if not station.place:
        second = Chosen(station.second_lexicon, station.second_hash)
        return Judging(
            Chosen(station.lexicon, station.lexicon_hash), second if second.sha256 else None
        )
    place = find_place(station.place)
    if place is None:
        raise Refused(f"There is no {station.place} here any more.", code="judge.place_unknown")
    if place.lexicon is None:
        raise Refused(f"No lexicon is chosen for {place.label}.", code="judge.no_lexicon")
    if place.rated and is_casual(place.lexicon):
        raise Refused(
            f"{place.label} is rated, and the casual list does not judge rated play.",
            code="judge.casual",
        )
    return Judging(place.lexicon, place.second, place.label)


def is_casual(chosen: Chosen) -> bool:
    """Returns whether this is the list that comes with the program, or was before an upgrade."""
    return casual.is_casual(chosen.code, chosen.sha256)


def name_of(chosen: Chosen) -> str:
    """Returns how a chosen lexicon is called: its name, or its code where it is gone."""
    try:
        return installed(chosen.code).name
    except UserError:
        return chosen.code


def words_to_judge_by(chosen: Chosen) -> WordFiles:
    """Returns the words of a chosen lexicon; Refused where their files are gone."""
    try:
        return words_of(chosen.sha256)
    except FilesMissing as gone:
        raise Refused(
            f"The words of {name_of(chosen)} are not on this machine.", code="judge.no_words"
        ) from gone
