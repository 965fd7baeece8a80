"""Continuing an event from its lifeboat on another installation: all of it comes in, or nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
from django.contrib.auth import get_user_model
from django.db import DatabaseError, transaction

from core.actors import CONSOLE
from core.errors import UserError
from core.journal import stream_file
from core.journal.command import decode
from core.journal.errors import Refused
from core.journal.execute import execute
from core.models import JournalEntry
from core.outside_folders import why
from core.phrases import phrase, phrase_count
from people.commands import AddPlayer
from people.models import Player
from tournaments.failover.lifeboat.folder import state_in
from tournaments.failover.lifeboat.head import (
    HEAD,
    JOURNAL,
    PEOPLE,
    UNREADABLE,
    Head,
    read_head,
    sha256,
)
from tournaments.failover.queries.replay_digest import PROJECTION, digest, project
from tournaments.models import EntryMember, Tournament

NEWER = ("command.newer", "command.unknown")


@dataclass(frozen=True, slots=True)
class Continued:
    """An event that goes on here.

    `checked` tells whether it was compared with what the lifeboat says of it; `unknown` how many
    players the register does not have, so that they are shown under the names entered.
    """

    slug: str
    name: str
    director: str
    entries: int
    checked: bool
    unknown: int

    @property
    def has_account(self) -> bool:
        """Whether the director can sign in here."""
        return get_user_model().objects.filter(username=self.director).exists()

    @property
    def sentence(self) -> str:
        """The result, and what is left to do."""
        said = [
            phrase_count(
                "{name} continues here, with {count} log entry.",
                "{name} continues here, with {count} log entries.",
                count=self.entries,
                name=self.name,
            )
        ]
        if not self.checked:
            said.append(phrase("It could not be checked against the lifeboat."))
        if self.unknown:
            said.append(
                phrase_count(
                    "{count} player is not in the register and is shown as entered.",
                    "{count} players are not in the register and are shown as entered.",
                    count=self.unknown,
                )
            )
        if not self.has_account:
            said.append(
                phrase(
                    "Nobody can direct it yet. Make an account named {name} or hand it "
                    "over to another one.",
                    name=self.director,
                )
                if self.director
                else phrase(
                    "Nobody can direct it yet. Make an account under any name and hand "
                    "it over to that."
                )
            )
        return " ".join(map(str, said))


def files_in(place: Path) -> dict[str, bytes]:
    """Returns the files of the newest state in a folder, by name: head, journal and people.

    Raises UserError when there is none, or it cannot be read.
    """
    state = state_in(place)
    if state is None:
        raise UserError(
            phrase("{folder} contains no lifeboat.", folder=place),
            code="lifeboat.none",
            file=str(place),
        )
    try:
        names = [name for name in (HEAD, JOURNAL, PEOPLE) if (state / name).is_file()]
        return {name: (state / name).read_bytes() for name in names}
    except OSError as failure:
        raise UserError(
            phrase("{folder} cannot be read: {why}.", folder=state, why=why(failure)),
            code="lifeboat.unreadable",
            file=str(state),
        ) from failure


def continue_from(files: Mapping[str, bytes]) -> Continued:
    """Replays the journal among these files into this installation and returns what came of it.

    Raises UserError when the event exists already, when the journal is damaged or newer than this
    program, or when it gives another event than the head says; nothing was changed then.
    """
    if JOURNAL not in files:
        raise UserError(
            phrase("{file} is missing.", file=JOURNAL),
            code="lifeboat.no_journal",
            file=JOURNAL,
        )
    head = read_head(files[HEAD], HEAD) if HEAD in files else None
    for name in (JOURNAL, PEOPLE):
        if head and name in files and head.files.get(name) != sha256([files[name]]):
            raise _damaged(phrase("{file} does not match {head}", file=name, head=HEAD), name)
    lines = files[JOURNAL].splitlines(keepends=True)
    slug = _checked(lines)
    if (
        Tournament.objects.filter(slug=slug).exists()
        or JournalEntry.objects.filter(stream__key=f"event:{slug}").exists()
    ):
        raise UserError(
            phrase("An event {slug} already exists here.", slug=slug),
            code="event.taken",
            file=JOURNAL,
        )
    with transaction.atomic():
        _add_people(files.get(PEOPLE, b"[]"))
        _replay(lines)
        return _continued(slug, len(lines) - 1, head)


def _checked(lines: Sequence[bytes]) -> str:
    """Returns the event whose journal the lines are; each must be one of its commands."""
    heading = _decoded(lines[0] if lines else b"", dict[str, Any], 1)
    stream, entries = str(heading.get("stream")), heading.get("entries")
    kind, _, slug = stream.partition(":")
    if "wallchart_journal" not in heading or kind != "event":
        raise _damaged(phrase("It is not the journal of an event"), JOURNAL, line=1)
    if len(lines) - 1 != entries:
        raise _damaged(
            phrase(
                "It has {count} entries instead of {entries}", count=len(lines) - 1, entries=entries
            ),
            JOURNAL,
        )
    for number, text in enumerate(lines[1:], 2):
        line = _decoded(text, stream_file.StreamLine, number)
        try:
            belongs = decode(line.command, line.payload, line.schema).stream() == stream
        except Refused as refused:
            if refused.code in NEWER:
                raise UserError(
                    phrase(
                        "The journal was written by a newer version of Wallchart: {command} is "
                        "not known here.",
                        command=line.command,
                    ),
                    code="lifeboat.newer",
                    file=JOURNAL,
                    line=number,
                ) from refused
            raise _damaged(refused.message.rstrip("."), JOURNAL, line=number) from refused
        except UNREADABLE as wrong:
            raise _damaged(phrase("This is not a journal entry"), JOURNAL, line=number) from wrong
        if not belongs:
            raise _damaged(phrase("It contains an entry of another journal"), JOURNAL, line=number)
    return slug


def _decoded(text: bytes, kind: Any, line: int) -> Any:
    try:
        return msgspec.json.decode(text, type=kind)
    except UNREADABLE as wrong:
        raise _damaged(phrase("This is not a line of a journal"), JOURNAL, line=line) from wrong


def _replay(lines: Iterable[bytes]) -> None:
    try:
        stream_file.replay(lines)
    except Refused as refused:
        raise _damaged(refused.message.rstrip("."), JOURNAL, line=refused.line) from refused
    except (DatabaseError, LookupError, TypeError, *UNREADABLE) as wrong:
        # What a file holds that passed every check and still cannot be: it was changed by hand.
        raise _damaged(phrase("It cannot be replayed"), JOURNAL) from wrong


def _continued(slug: str, entries: int, head: Head | None) -> Continued:
    event = Tournament.objects.filter(slug=slug).first()
    if event is None:
        raise UserError(
            phrase("The event {slug} was undone.", slug=slug), code="event.undone", file=JOURNAL
        )
    comparable = head is not None and head.projection == PROJECTION
    if head is not None and comparable and head.digest != digest(project(event, {})):
        raise _damaged(phrase("It gives a different event than {head}", head=HEAD), JOURNAL)
    members = EntryMember.objects.filter(entry__tournament=event).exclude(player="")
    unknown = members.exclude(player__in=Player.objects.values("key"))
    return Continued(slug, event.name, event.director, entries, comparable, unknown.count())


def _add_people(data: bytes) -> None:
    """Registers players unknown here, so that nobody loses the name chosen for the public.

    An association number that somebody has here is left out.
    """
    try:
        wanted = [_added(person) for person in msgspec.json.decode(data, type=list[dict[str, Any]])]
    except (*UNREADABLE, Refused) as wrong:
        raise _damaged(phrase("It is not a list of players"), PEOPLE) from wrong
    known = set(Player.objects.values_list("key", flat=True))
    taken = set(Player.objects.values_list("association_number", flat=True))
    for command in wanted:
        if command.key not in known:
            number = "" if command.association_number in taken else command.association_number
            execute(replace(command, association_number=number), actor=CONSOLE)


def _added(person: Mapping[str, Any]) -> AddPlayer:
    command = decode(AddPlayer.code, person)
    assert isinstance(command, AddPlayer)
    return command


def _damaged(what: str, file: str, *, line: int | None = None) -> UserError:
    place = file if line is None else phrase("{file}, line {line}", file=file, line=line)
    return UserError(f"{place}: {what}.", code="lifeboat.damaged", file=file, line=line)
