"""The spare's side of the journals: an empty installation to begin with, then entry by entry."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from core.actors import Actor
from core.backup.asking import backup_name
from core.backup.making import write_backup
from core.backup.tables import all_models
from core.errors import UserError
from core.following.messages import StreamEntry
from core.journal.command import decode
from core.journal.errors import Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.shut import following
from core.models import Stream
from core.phrases import phrase, phrase_count

_STAYS = (
    *("auth.", "axes.", "contenttypes.", "otp_static.", "otp_totp.", "sessions."),
    *("core.keptkey", "core.machine", "core.lease", "tournaments.phonetally"),
)
"""The tables of what is no event's: accounts with their second step, and what this machine is."""


class Apart(UserError):
    """The two machines no longer hold the same; the spare has to begin afresh."""


def own_streams() -> list[str]:
    """Returns the streams that hold entries here."""
    return list(Stream.objects.filter(seq__gt=0).order_by("key").values_list("key", flat=True))


def refuse_own() -> None:
    """Raises UserError where this installation holds something that it has from nobody else."""
    own = own_streams()
    if own:
        named = ", ".join(own[:3])
        raise UserError(
            phrase_count(
                "This installation has {count} log of its own ({named}), which following another "
                "machine would mix up. Add --afresh to remove it, after a backup.",
                "This installation has {count} logs of its own ({named}, …), which following "
                "another machine would mix up. Add --afresh to remove them, after a backup.",
                count=len(own),
                named=named,
            ),
            code="follow.own",
        )


def empty_this_installation(now: datetime) -> str:
    """Removes everything but the accounts, after a backup of it; returns the backup's path."""
    settings.BACKUPS_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = settings.BACKUPS_DIR / backup_name(timezone.localtime(now), "own")
    write_backup(path)
    with transaction.atomic(), writing(), connection.cursor() as cursor:
        for model in all_models():
            if not model._meta.label_lower.startswith(_STAYS):
                name = connection.ops.quote_name(model._meta.db_table)
                cursor.execute(f"DELETE FROM {name}")  # noqa: S608 - the name of a table of ours
    return str(path)


def do_again(entries: Sequence[StreamEntry]) -> int:
    """Does again what was done on the main machine, all of these entries or none; returns how many.

    Those that are here already are passed over. Raises Apart for a gap, or for an entry that
    cannot be done here.
    """
    done = 0
    with transaction.atomic(), following():
        have = dict(
            Stream.objects.filter(key__in={one.stream for one in entries}).values_list("key", "seq")
        )
        for one in entries:
            if one.seq <= have.get(one.stream, 0):
                continue
            _do(one, have.get(one.stream, 0))
            have[one.stream] = one.seq
            done += 1
    return done


def _do(one: StreamEntry, last: int) -> None:
    if one.seq != last + 1:
        raise _apart(one, phrase("entry {seq} is missing", seq=last + 1))
    try:
        execute_one(one)
    except Refused as refused:
        raise _apart(one, refused.message.rstrip(".")) from refused


def execute_one(one: StreamEntry) -> None:
    """Does one entry again, with its facts, its time and the key of its request."""
    command = decode(one.command, one.payload, one.schema)
    if command.stream() != one.stream:
        raise _apart(one, phrase("it belongs to another log"))
    execute(
        command,
        actor=Actor(name=one.actor, trusted=True, device=one.device),
        reason=one.reason,
        key=one.key,
        at=one.at,
        recorded=one.facts,
    )


def _apart(one: StreamEntry, why: str) -> Apart:
    return Apart(
        phrase(
            "Log {seq} of {stream} cannot be done here: {why}. Run follow again with --afresh.",
            seq=one.seq,
            stream=one.stream,
            why=why,
        ),
        code="follow.apart",
    )
