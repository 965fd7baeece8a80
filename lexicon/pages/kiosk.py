"""The pages of a judge: one screen each, with nothing on it that leads elsewhere.

A page after a verdict is the same for every play but for that one bit, and has the same length.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.template.loader import get_template
from django.utils import timezone
from django.utils.formats import date_format

from core.errors import UserError
from core.journal.command import Row
from core.journal.errors import Refused
from core.phrases import phrase
from core.wording import day, whole_day
from lexicon.casual import LABEL
from lexicon.models import JudgeStation
from lexicon.places import Chosen
from lexicon.selectors.editions import edition_of, known_as, said_windows
from lexicon.selectors.installed import Installed, installed
from lexicon.selectors.judging import is_casual, judging_of
from lexicon.words.editions import SAID, windows_of

VERDICTS = {True: phrase("ACCEPTABLE"), False: phrase("UNACCEPTABLE")}
SIGNS = {True: "M4 13l5 5L20 6", False: "M5 5l14 14M19 5L5 19"}
CLASSES = {True: "is-yes", False: "is-not"}

Context = dict[str, Any]


def typing_page(station: JudgeStation, *, words: str = "", wrong: str = "", csrf: str) -> str:
    """Returns the page on which the challenger types, with what was typed and what was wrong."""
    context = {"words": words, "wrong": wrong, "csrf_token": csrf}
    return _page("judge_typing", station, context)


def confirming_page(station: JudgeStation, *, words: Sequence[str], token: str, csrf: str) -> str:
    """Returns the page on which the opponent confirms the words; `token` marks this ruling."""
    context = {"words": words, "text": "\n".join(words), "token": token, "csrf_token": csrf}
    return _page("judge_confirming", station, context)


def verdict_page(station: JudgeStation, answer: Row) -> str:
    """Returns the page of a verdict; it names no word, and how long it is tells nothing."""
    second = Chosen(answer["second_lexicon"], answer["second_sha256"])
    context = _verdict(answer["acceptable"])
    if second.sha256:
        context["second"] = _named(second) | _verdict(answer["second_acceptable"])
    return _page("judge_verdict", station, context)


def leaving_page(station: JudgeStation, *, wrong: str = "", csrf: str) -> str:
    """Returns the page on which the director types the PIN that frees the device."""
    return _page("judge_leaving", station, {"wrong": wrong, "csrf_token": csrf})


def joining_page(
    offered: Iterable[JudgeStation], *, chosen: str = "", wrong: str = "", csrf: str
) -> str:
    """Returns the page on which a device is made a judge of one of the stations offered."""
    stations = [(station, frame_of(station)) for station in offered]
    context = {"stations": stations, "chosen": chosen, "wrong": wrong, "csrf_token": csrf}
    return get_template("lexicon/judge_joining.html").render(context)


def frame_of(station: JudgeStation) -> Context:
    """Returns the facts on every page of a judge: where, by which lexicon, and the day.

    `stopped` says why it cannot judge at the moment, empty where it can.
    """
    today = timezone.localdate()
    frame: Context = {
        "station": station,
        "today": f"{date_format(today, 'l')} {whole_day(today)}",
        "stopped": "",
    }
    try:
        judging = judging_of(station)
    except Refused as refused:
        return frame | {"stopped": refused.message}
    return frame | {
        "place": judging.label,
        "lexicon": _named(judging.lexicon),
    }


def _page(template: str, station: JudgeStation, context: Context) -> str:
    frame = frame_of(station)
    # Without a lexicon a judge has one thing to say; the director still gets out.
    name = "judge_stopped" if frame["stopped"] and template != "judge_leaving" else template
    return get_template(f"lexicon/{name}.html").render(frame | context)


def _verdict(acceptable: bool) -> Context:
    """Returns how a verdict is shown, every part as long for one as for the other."""
    parts = (("verdict", VERDICTS), ("sign", SIGNS), ("kind", CLASSES))
    return {part: _padded(str(shown[acceptable]), shown.values()) for part, shown in parts}


def _padded(text: str, texts: Iterable[str]) -> str:
    """Returns a text with blanks after it, in UTF-8 as long as the longest of `texts`."""
    longest = max(len(str(one).encode()) for one in texts)
    return text + " " * (longest - len(text.encode()))


def _named(chosen: Chosen) -> Context:
    """Returns how a lexicon is called, its edition, and whether it is casual."""
    frame = {
        "name": chosen.code,
        "edition": "",
        "sha256": chosen.sha256,
        "casual": LABEL if is_casual(chosen) else "",
    }
    try:
        lexicon = installed(chosen.code)
    except UserError:
        return frame
    edition = _edition(lexicon, chosen)
    return frame | {"name": lexicon.name, "edition": "" if edition == lexicon.name else edition}


def _edition(lexicon: Installed, chosen: Chosen) -> str:
    """Returns which edition it is, and from when some association plays by it, where that is sure.

    A list that nobody plays by, or a free one, is never said to be in force.
    """
    if lexicon.sha256 != chosen.sha256:
        return phrase("with the words that it had when it was chosen")
    edition, today = edition_of(lexicon), timezone.localdate()
    if edition is not None and edition.is_free:
        return phrase("{name}, a free list", name=edition.name)
    sure = [
        window.since
        for window in windows_of(known_as(lexicon), said_windows())
        if window.since is not None
        and window.purpose == "rated"
        and window.holds(today)
        and (window.confidence == SAID or (edition and "dates" not in edition.unconfirmed))
    ]
    name = edition.name if edition else lexicon.edition
    return (
        phrase("{name}, in force since {day}", name=known_as(lexicon), day=day(min(sure)))
        if sure
        else name
    )
