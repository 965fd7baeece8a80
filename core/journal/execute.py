"""The one function that executes any command, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import msgspec
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from core.actors import Actor
from core.journal.command import Command, Facts, Row, Work, decode, encode
from core.journal.errors import Conflict, Refused
from core.journal.guard import writing
from core.journal.ledger import Ledger
from core.journal.noting import noted
from core.journal.shut import another_leads, is_following, refuse_where_another_leads
from core.models import DEVICE_LIMIT, JournalEntry, Stream, Withheld
from core.phrases import phrase
from core.prepared import Given, PreparedInsert, PreparedQuery, PreparedUpdate
from core.registrars import FOLLOWERS, LIVE_FOLLOWERS

REASON_LIMIT = 500
COPIES_COME_WITHIN = timedelta(days=1)
"""How late a copy of a request may come: as long as a session at a desk lasts."""
NUL = rb"\u0000"  # as JSON writes it; PostgreSQL cannot store it


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a command: its journal number, its answer, and whether it was done before."""

    seq: int
    answer: Row
    repeated: bool = False


Follower = Callable[[Command, Ledger], None]


@dataclass(frozen=True, slots=True)
class _Following:
    """A follower with what it follows: commands of a kind of stream, or that wrote such rows."""

    do: Follower
    stream: str
    rows: frozenset[str]

    def concerns(self, stream: str, rows: Set[str]) -> bool:
        """Returns whether it follows a command of this kind of stream that wrote these rows."""
        return self.stream in ("", stream) and (not self.rows or not self.rows.isdisjoint(rows))


_followers: list[_Following] = []
_live_followers: list[_Following] = []


def follow(*, stream: str = "", rows: Iterable[str] = ()) -> Callable[[Follower], Follower]:
    """Registers what is called inside the transaction after a command was written.

    It is called for commands of streams of one kind, and for those that wrote at least one row of
    these kinds, where either is named; "player.club" is a player whose club changed, "player
    removed" one who is gone. It decides nothing that the journal would have to know.
    """
    return partial(_registered, _followers, stream=stream, rows=frozenset(rows))


def follow_live(*, stream: str = "", rows: Iterable[str] = ()) -> Callable[[Follower], Follower]:
    """Registers what is called after those, unless the command comes from a replay.

    It raises versions and writes jobs and pages.
    """
    return partial(_registered, _live_followers, stream=stream, rows=frozenset(rows))


def _registered(
    among: list[_Following], follower: Follower, *, stream: str, rows: frozenset[str]
) -> Follower:
    among.append(_Following(follower, stream, rows))
    return follower


@noted
def execute(
    command: Command,
    /,
    *,
    actor: Actor,
    reason: str = "",
    key: str | None = None,
    at: datetime | None = None,
    recorded: Mapping[str, Any] | None = None,
    prepared: Mapping[str, Any] | None = None,
) -> Done:
    """Does what a command asks for and writes it into its journal.

    `key` makes a repetition harmless: the same command with the same key gives the stored answer
    again; another command with that key is a Conflict, and so is one that was withheld. `recorded`
    are the facts of an earlier execution (a replay); `prepared` are facts of this one that take
    too long to be decided while everybody else waits to write. Raises NotAllowed, Refused,
    NeedsConfirmation or Conflict, and then nothing was changed. While another machine leads, only
    what was done there is done here (`core.journal.shut`).
    """
    return _done(
        command,
        actor=actor,
        reason=reason,
        key=key,
        at=at,
        facts=Facts(recorded, prepared),
        is_live=recorded is None or is_following(),
    )


def suppose(
    command: Command,
    /,
    *,
    actor: Actor,
    reason: str = "",
    at: datetime | None = None,
    recorded: Mapping[str, Any] | None = None,
) -> Done:
    """Does what `execute` does and tells nobody: no figure, no log, nothing that is live.

    Only in a block of `core.journal.supposing`, which takes it back.
    """
    return _done(
        command,
        actor=actor,
        reason=reason,
        key=None,
        at=at,
        facts=Facts(recorded),
        is_live=False,
    )


def _done(
    command: Command,
    *,
    actor: Actor,
    reason: str,
    key: str | None,
    at: datetime | None,
    facts: Facts,
    is_live: bool,
) -> Done:
    reason = _checked_reason(command, reason.strip())
    if "\0" in reason or NUL in msgspec.json.encode(command, enc_hook=str):
        raise Refused(
            phrase("The text contains a character that cannot be stored."), code="text.nul"
        )
    command.authorise(actor)
    with transaction.atomic(), writing():
        stream = locked_stream(command.stream())
        stored = _repeated(stream, key, command)
        if stored is not None:
            return stored
        now = at or timezone.now()
        work = Work(Ledger(_scope(stream)), facts, now, actor.name)
        answer = command.apply(work)
        entry = JournalEntry(
            stream=stream,
            answer=answer,
            actor=actor.name,
            device=actor.device[:DEVICE_LIMIT],
            reason=reason,
            idempotency_key=key,
        )
        _append(entry, command, work)
        have_followed(command, work.ledger, is_live=is_live)
    return Done(seq=entry.seq, answer=answer)


def _checked_reason(command: Command, reason: str) -> str:
    if command.wants_reason() and not reason:
        raise Refused(phrase("Give a reason."), code="reason.missing", field="reason")
    if len(reason) > REASON_LIMIT:
        raise Refused(
            phrase("A reason can have at most {most} characters.", most=REASON_LIMIT),
            code="reason.long",
            field="reason",
        )
    return reason


def have_followed(command: Command, ledger: Ledger, *, is_live: bool) -> None:
    """Calls all that follows a command, in the order in which it was registered."""
    stream = command.stream().partition(":")[0]
    rows = {change["row"][0] for change in ledger.changes}
    rows |= _changed_fields(ledger) | _removed(ledger)
    FOLLOWERS.load()
    following = list(_followers)
    if is_live:
        LIVE_FOLLOWERS.load()
        following += _live_followers
    for one in following:
        if one.concerns(stream, rows):
            one.do(command, ledger)


def _changed_fields(ledger: Ledger) -> set[str]:
    """Returns the fields that changed in rows that were there before and still are."""
    return {
        f"{change['row'][0]}.{name}"
        for change in ledger.changes
        if change["before"] and change["after"]
        for name in change["before"]
    }


def _removed(ledger: Ledger) -> set[str]:
    """Returns the kinds of rows that were removed, as "player removed"."""
    return {f"{change['row'][0]} removed" for change in ledger.changes if change["after"] is None}


def withhold(stream_key: str, key: str) -> Done | None:
    """Has nothing done under a key that was answered with a question or a refusal.

    Returns what was done under it before, if it was: then that is the answer.
    """
    with transaction.atomic(), writing():
        stream = _locked_row(stream_key)
        entry = stream.entries.filter(idempotency_key=key).only("seq", "answer").first()
        if entry is not None:
            return Done(seq=entry.seq, answer=entry.answer, repeated=True)
        now = timezone.now()
        stream.withheld.filter(at__lt=now - COPIES_COME_WITHIN).delete()
        stream.withheld.get_or_create(key=key, defaults={"at": now})
    return None


def locked_stream(key: str) -> Stream:
    """Returns the stream with its row locked, made if it is new.

    Raises Refused where another machine leads.
    """
    stream = _locked_row(key)
    if getattr(stream, "is_shut", False):
        refuse_where_another_leads()
    return stream


def _locked_row(key: str) -> Stream:
    stream = _locked.first(key=key)
    if stream is None:
        Stream.objects.get_or_create(key=key)
        stream = _locked(key=key)[0]
    return stream


def _append(entry: JournalEntry, command: Command, work: Work) -> None:
    """Writes the next entry of a locked stream."""
    stream = entry.stream
    stream.seq += 1
    _count_up(pk=stream.pk)
    entry.seq = stream.seq
    entry.command, entry.schema, entry.payload = (
        command.code,
        command.schema,
        encode(command),
    )
    entry.facts, entry.changes, entry.at = work.facts.values, work.ledger.changes, work.at
    _write(entry)


_write = PreparedInsert(JournalEntry)


@PreparedQuery
def _locked(key: Given) -> QuerySet[Stream]:
    return Stream.objects.select_for_update().filter(key=key).annotate(is_shut=another_leads())


@PreparedUpdate
def _count_up(pk: Given) -> tuple[QuerySet[Stream], dict[str, Any]]:
    return Stream.objects.filter(pk=pk), {"seq": F("seq") + 1}


@PreparedQuery
def _under_key(stream: Given, key: Given) -> QuerySet[JournalEntry]:
    return JournalEntry.objects.filter(stream_id=stream, idempotency_key=key).order_by()


@PreparedQuery
def _withheld(stream: Given, key: Given) -> QuerySet[Withheld, int]:
    return Withheld.objects.filter(stream_id=stream, key=key).values_list("pk", flat=True)


def _scope(stream: Stream) -> str:
    return stream.key.partition(":")[2]


def _repeated(stream: Stream, key: str | None, command: Command) -> Done | None:
    if key is None:
        return None
    entry = _under_key.first(stream=stream.pk, key=key)
    if entry is None:
        if _withheld(stream=stream.pk, key=key):
            raise Conflict(
                phrase(
                    "This request was already answered with a question or a refusal, and nothing "
                    "was done. Repeat it if you still want it."
                ),
                code="key.withheld",
            )
        return None
    # Decoded, so that an entry of an older schema is compared in today's fields.
    if entry.command != command.code or (
        encode(decode(entry.command, entry.payload, entry.schema)) != encode(command)
    ):
        raise Conflict(
            phrase("This page was already used for something else; reload it and try again."),
            code="idempotency.conflict",
        )
    return Done(seq=entry.seq, answer=entry.answer, repeated=True)
