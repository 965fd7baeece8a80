"""The machines that may follow this one: each has a secret of its own, which can be taken back."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from core.following.sealing import new_secret, read_secret
from core.log import Log
from core.models import Machine, Spare

HEARD_EVERY = timedelta(seconds=10)
"""How often it is written down that a spare asked: one that is in step asks every two seconds."""

log = Log(__name__)


def add_spare(name: str, *, by: str) -> tuple[Spare, str]:
    """Lets a machine follow this one; returns it with its secret, which is kept nowhere."""
    secret = new_secret()
    read = read_secret(secret)
    assert read is not None
    ident, key = read
    spare = Spare.objects.create(
        ident=ident, key=key, name=name, made_by=by, made_at=timezone.now()
    )
    # What was said of a machine that leads, too, is over once that one is to follow.
    Machine.objects.filter(role=Machine.Role.LEADS).update(trouble="")
    log.info("spare.added", spare=name, ident=ident, by=by)
    return spare, secret


def remove_spare(ident: str, *, by: str) -> bool:
    """Takes a secret back, at once; returns whether there was one."""
    gone, _ = Spare.objects.filter(ident=ident).delete()
    if gone:
        log.info("spare.removed", ident=ident, by=by)
    return bool(gone)


def spare_named(ident: str) -> Spare | None:
    """Returns the machine that has the secret of this name, None where there is none."""
    return Spare.objects.filter(ident=ident).first()


def heard(spare: Spare, host: str, missing: int, now: datetime) -> None:
    """Writes down that a spare asked, and how many entries it misses; seldom if nothing changed."""
    same = (spare.host, spare.missing) == (host, missing)
    if same and spare.heard_at and timedelta() <= now - spare.heard_at < HEARD_EVERY:
        return
    Spare.objects.filter(pk=spare.pk).update(heard_at=now, host=host[:100], missing=missing)
