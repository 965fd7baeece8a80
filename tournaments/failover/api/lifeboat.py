"""The lifeboat of an event for programs: its state, writing it now, and going on from one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from django.http import Http404

from api.operations import Act, Asked, One, register_api
from core.outside_folders import check_folder
from core.roles.table import Permission
from desk.api import JobTold, NothingSaid, job_told
from tournaments.failover.lifeboat.choosing import choose_folder
from tournaments.failover.lifeboat.continuing import continue_from
from tournaments.failover.lifeboat.status import status_of
from tournaments.failover.lifeboat.writing import write_now
from tournaments.kernel.api_addresses import EVENT, event_stream
from tournaments.kernel.queries.play import event_named
from tournaments.models import Tournament
from tournaments.public.jobs.mirroring import ask_to_mirror

LIFEBOAT = f"{EVENT}/lifeboat"


@dataclass(frozen=True, slots=True)
class LifeboatShown:
    """Where the lifeboat is, empty where there is none, and sentences about it.

    `warning` says since when nothing was saved, and why, `beside` that it is on the disk that it is
    to survive; both are empty while all is well.
    """

    place: str
    saved: str
    warning: str
    beside: str


@dataclass(frozen=True, slots=True)
class FolderNamed:
    """A folder of the machine that answers, by its full path."""

    folder: str


@dataclass(frozen=True, slots=True)
class LifeboatFile:
    """A file of a lifeboat by its name there, with its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class LifeboatFiles:
    """The journal.jsonl of a lifeboat, with the lifeboat.json that checks it, and people.json."""

    files: list[LifeboatFile]


@dataclass(frozen=True, slots=True)
class EventContinued:
    """The event that goes on here, and what was done in a sentence."""

    event: str
    entries: int
    checked: bool
    sentence: str


def _need(asked: Asked) -> Tournament:
    event = event_named(asked["event"])
    if event is None:
        raise Http404
    return event


def lifeboat_shown(event: Tournament) -> LifeboatShown:
    """Returns the state of an event's lifeboat."""
    now = status_of(event)
    return LifeboatShown(now.place, now.saved, now.warning, now.beside)


def _write(asked: Asked, _: NothingSaid) -> LifeboatShown:
    event = _need(asked)
    write_now(event)
    return lifeboat_shown(event)


def _choose(asked: Asked, wanted: FolderNamed) -> LifeboatShown:
    event = _need(asked)
    choose_folder(event, wanted.folder)
    return lifeboat_shown(event)


def _mirror(asked: Asked, wanted: FolderNamed) -> JobTold:
    event, folder = _need(asked), Path(wanted.folder)
    check_folder(folder, "")
    return job_told(ask_to_mirror(event, folder, asked_by=asked.actor.name))


def _continue(_: Asked, sent: LifeboatFiles) -> EventContinued:
    done = continue_from({one.name: one.text.encode() for one in sent.files})
    return EventContinued(done.slug, done.entries, done.checked, str(done.sentence))


register_api(
    "copies",
    One(
        path=LIFEBOAT,
        name="lifeboat_read",
        says="Shows where the lifeboat of an event is, and when it was written.",
        shape=LifeboatShown,
        find=lambda asked: lifeboat_shown(_need(asked)),
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
    Act(
        path=LIFEBOAT,
        name="lifeboat_write",
        says="Writes the lifeboat of an event now.",
        takes=NothingSaid,
        shape=LifeboatShown,
        does=_write,
        reason="it copies what there is to a disk and changes nothing of the event",
        permission=Permission.DIRECT,
        stream=event_stream,
    ),
    Act(
        path=f"{LIFEBOAT}/folder",
        name="lifeboat_choose_folder",
        says="Keeps the lifeboat of an event in another folder of the machine from now on.",
        takes=FolderNamed,
        shape=LifeboatShown,
        does=_choose,
        reason="where a machine keeps its copies is no part of an event",
        permission=Permission.OPERATE,
        stream=event_stream,
    ),
    Act(
        path=f"{EVENT}/mirrors",
        name="event_mirror",
        says="Asks for the public pages of an event in a folder here; answers with the job.",
        takes=FolderNamed,
        shape=JobTold,
        does=_mirror,
        reason="it copies what there is to a disk and changes nothing of the event",
        permission=Permission.OPERATE,
        stream=event_stream,
    ),
    Act(
        path="continued_events",
        name="event_continue",
        says="Has an event go on here from the files of its lifeboat.",
        takes=LifeboatFiles,
        shape=EventContinued,
        does=_continue,
        reason="the commands are those of the journal that is sent, each given again",
        brings_files=True,
        permission=Permission.OPERATE,
    ),
)
