"""The current lexicon of a judge's station, and its name."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from core.actors import Actor
from core.errors import UserError
from core.journal.errors import Refused
from core.phrases import phrase
from core.roles.access import may
from core.roles.table import Permission
from lexicon import casual
from lexicon.models import JudgeStation
from lexicon.places import Chosen, find_place, scope_of
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
        raise Refused(
            phrase("{place} no longer exists here.", place=station.place),
            code="judge.place_unknown",
        )
    if place.lexicon is None:
        raise Refused(
            phrase("No lexicon is chosen for {label}.", label=place.label), code="judge.no_lexicon"
        )
    if place.rated and is_casual(place.lexicon):
        raise Refused(
            phrase("{label} is rated; the casual list cannot judge rated play.", label=place.label),
            code="judge.casual",
        )
    return Judging(place.lexicon, place.second, place.label)


def stations_offered(actor: Actor) -> list[JudgeStation]:
    """Returns the open stations that a device can be made, by name.

    What judges for a rehearsal, or for a place that is gone, only its director finds.
    """
    return [row for row in JudgeStation.objects.filter(is_open=True) if _is_shown(row, actor)]


def _is_shown(station: JudgeStation, actor: Actor) -> bool:
    place = find_place(station.place) if station.place else None
    is_public = not station.place or (place is not None and not place.is_hidden)
    return is_public or may(actor, Permission.JUDGE, scope_of(station.place))


def must_go_together(first: Chosen | None, second: Chosen | None) -> None:
    """Raises Refused for a second opinion that does not fit the first list.

    It has to be another list of the same letters; of others it would call every word wrong.
    """
    if second is None:
        return
    wrong = ""
    if first is None:
        wrong = phrase("Choose a lexicon before its second opinion.")
    elif first.code == second.code:
        wrong = phrase(
            "{code} is the lexicon; choose another list as the second opinion.", code=second.code
        )
    else:
        tiles, others = (words_to_judge_by(one).tile_set for one in (first, second))
        if tiles.alphabet != others.alphabet:
            wrong = phrase(
                "{second} is made of {second_tiles} tiles, and {first} of {first_tiles} ones.",
                second=second.code,
                second_tiles=others.name,
                first=first.code,
                first_tiles=tiles.name,
            )
    if wrong:
        raise Refused(wrong, code="lexicon.second", field="second_opinion")


def is_casual(chosen: Chosen) -> bool:
    """Returns whether this is the list that comes with the program, or was before an upgrade."""
    return casual.is_casual(chosen.code, chosen.sha256)


def name_of(chosen: Chosen) -> str:
    """Returns the name of a chosen lexicon, its code where it is gone."""
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
            phrase("The words of {name} are not on this machine.", name=name_of(chosen)),
            code="judge.no_words",
        ) from gone


def make_ready(*lexica: Chosen | None) -> None:
    """Makes the words of lexica ready to judge by, before anybody holds up the journal for them.

    Words that are gone are left to who judges by them.
    """
    for chosen in filter(None, lexica):
        with suppress(FilesMissing):
            words_of(chosen.sha256).make_ready()
