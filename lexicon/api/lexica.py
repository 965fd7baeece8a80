"""Lexica for programs: what is here, what is in force, and a list that is sent and then added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.http import Http404
from django.utils import timezone

from api.journal import journal_operations
from api.operations import Act, Asked, Give, One, Path, Whole, register_api
from core.errors import UserError
from core.journal.command import encode
from core.journal.errors import Refused
from core.models import Job
from core.phrases import phrase
from core.roles.access import INSTALLATION
from core.roles.table import Permission
from desk.api import JobTold, job_told
from lexicon.commands.base import LEXICA
from lexicon.commands.in_force import ForgetInForce, SayInForce
from lexicon.commands.lexica import AddLexicon, ChangeLexicon, PutAwayLexicon, TakeUpLexicon
from lexicon.import_job import IMPORT, ask_to_import
from lexicon.importing import Called, PreparedList, adding
from lexicon.selectors.editions import doubt_of, in_force, known_as, windows_of_installed
from lexicon.selectors.installed import Installed, installed, installed_lexica
from lexicon.words.bringing import ReadingOptions
from lexicon.words.tiles import tile_sets

LEXICON = "lexica/<code:lexicon>"
_READ = ("tile_set", "sha256", "words", "by_length", "about", "file_name", "file_sha256")


@dataclass(frozen=True, slots=True)
class WindowTold:
    """Days on which an association plays by an edition, both included; null where open."""

    association: str
    since: str | None
    until: str | None
    purpose: str


@dataclass(frozen=True, slots=True)
class LexiconShown:
    """A lexicon that is here. `sha256` names its words for good.

    `known_as` is the name under which dates know it; `doubt` says why it is not what it says it
    is, empty where nothing does.
    """

    lexicon: str
    name: str
    family: str
    edition: str
    known_as: str
    tile_set: str
    sha256: str
    words: int
    by_length: Mapping[str, int]
    is_casual: bool
    is_put_away: bool
    doubt: str
    windows: list[WindowTold]


@dataclass(frozen=True, slots=True)
class InForceAsked:
    """Of which association, on which day (today without one) and for what: rated or club."""

    association: str = ""
    day: date | None = None


@dataclass(frozen=True, slots=True)
class InForceShown:
    """By which edition an association plays on a day; null where nobody knows."""

    association: str
    day: date
    edition: str | None
    since: date | None
    until: date | None
    purpose: str | None


@dataclass(frozen=True, slots=True)
class ListSent:
    """A file of words in base64, also packed; the options are as on the desk, empty for unknown."""

    content: bytes
    file_name: str
    tile_set: str = "en"
    encoding: str = ""
    format: str = ""
    digraphs: str = ""
    coded: bool = False


@dataclass(frozen=True, slots=True)
class ListRead:
    """The job that has read a list, and what the list is called; empty follows from the list."""

    job: int
    lexicon: str
    name: str = ""
    family: str = ""
    edition: str = ""


def _lexicon(one: Installed) -> LexiconShown:
    return LexiconShown(
        lexicon=one.code,
        name=str(one.name),
        family=one.family,
        edition=one.edition,
        known_as=known_as(one),
        tile_set=one.tile_set,
        sha256=one.sha256,
        words=one.words,
        by_length=one.by_length,
        is_casual=one.is_casual,
        is_put_away=one.is_put_away,
        doubt=str(doubt_of(one)),
        windows=[WindowTold(**window) for window in windows_of_installed(one)],
    )


def _one(asked: Asked) -> LexiconShown:
    try:
        return _lexicon(installed(asked["lexicon"]))
    except UserError as unknown:
        raise Http404 from unknown


def _in_force(asked: Asked) -> InForceShown:
    wanted: InForceAsked = asked.query
    day = wanted.day or timezone.localdate()
    window = in_force(day, wanted.association[:40])
    return InForceShown(
        association=wanted.association[:40],
        day=day,
        edition=window.edition if window else None,
        since=window.since if window else None,
        until=window.until if window else None,
        purpose=window.purpose if window else None,
    )


def _send(asked: Asked, given: ListSent) -> JobTold:
    if given.tile_set not in tile_sets():
        raise UserError(
            phrase("There is no tile set {key!r}.", key=given.tile_set[:20]),
            code="tile_set.unknown",
            field="tile_set",
        )
    options = ReadingOptions(
        tile_set=given.tile_set,
        encoding=given.encoding,
        format=given.format,
        digraphs=given.digraphs,
        coded=given.coded,
    )
    job = ask_to_import(
        [given.content], file_name=given.file_name, options=options, asked_by=asked.actor.name
    )
    return job_told(job)


def _added(_: Asked, given: ListRead) -> Mapping[str, Any]:
    """Returns the fields of the command that adds the list which a job has read."""
    job = Job.objects.filter(pk=given.job, kind=IMPORT).first()
    if job is None or job.state != Job.State.DONE:
        raise Refused(
            phrase("No job with this number has read a list."), code="job.unread", field="job"
        )
    called = Called(given.lexicon, given.name, given.family, given.edition)
    fields = encode(adding(PreparedList.of_row(job.result), called))
    fields.pop("confirmed")
    return fields


def _stream(_: Path) -> str:
    return LEXICA


def _everywhere(_: Path) -> str:
    return INSTALLATION


register_api(
    "lexica",
    Whole(
        path="lexica",
        name="lexica_list",
        says="Lists the lexica that are here, those put away as well.",
        shape=LexiconShown,
        items=lambda _: [_lexicon(one) for one in installed_lexica(put_away=True)],
        permission=Permission.MAKE_EVENTS,
    ),
    Give(
        path="lexica",
        name="lexicon_add",
        command=AddLexicon,
        takes=ListRead,
        made=_added,
        hidden=("lexicon", "name", "family", "edition", *_READ),
        scope=_stream,
    ),
    Act(
        path="word_lists",
        name="word_list_send",
        says="Sends a list of words to be read by a job; what it finds is added by lexicon_add.",
        takes=ListSent,
        shape=JobTold,
        does=_send,
        reason="it asks for a job; nothing is in force before somebody adds the list",
        brings_files=True,
        permission=Permission.OPERATE,
    ),
    One(
        path=LEXICON,
        name="lexicon_read",
        says="Shows a lexicon, and when it is in force for whom.",
        shape=LexiconShown,
        find=_one,
        permission=Permission.MAKE_EVENTS,
    ),
    Give(path=LEXICON, name="lexicon_change", command=ChangeLexicon, verb="PATCH"),
    Give(path=f"{LEXICON}/putting_away", name="lexicon_put_away", command=PutAwayLexicon),
    Give(path=f"{LEXICON}/taking_up", name="lexicon_take_up", command=TakeUpLexicon),
    One(
        path="in_force",
        name="in_force_read",
        says="Shows by which edition an association plays on a day.",
        shape=InForceShown,
        query=InForceAsked,
        find=_in_force,
        permission=Permission.SIGNED_IN,
    ),
    Give(path="in_force", name="in_force_say", command=SayInForce),
    Give(path="in_force/forgetting", name="in_force_forget", command=ForgetInForce),
    *journal_operations(
        "lexica_log",
        "lexica",
        stream=_stream,
        permission=Permission.MAKE_EVENTS,
        scope=_everywhere,
    ),
)
