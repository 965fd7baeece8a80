"""Signing an account out everywhere: its sessions end, and what else it was let in by.

An app above registers what that is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session

from core.log import Log
from core.registrars import SIGNING_OUT

log = Log(__name__)
LetGo = Callable[[Any], None]

_ending: list[LetGo] = []


def end_with_sessions(drop: LetGo) -> LetGo:
    """Registers what takes from an account all that it is let in by."""
    _ending.append(drop)
    return drop


def let_go(user: Any) -> None:
    """Takes from an account all that lets anybody in under its name, sessions aside."""
    SIGNING_OUT.load()
    for drop in _ending:
        drop(user)


def sign_out_everywhere(account: Any, *, by: str) -> int:
    """Ends every session of an account, and all else that lets in under its name.

    Returns how many sessions there were. A session says nowhere but inside whose it is, so all of
    them are read.
    """
    ended = 0
    for session in Session.objects.iterator(chunk_size=500):
        if session.get_decoded().get(SESSION_KEY) == str(account.pk):
            session.delete()
            ended += 1
    let_go(account)
    log.info("accounts.signed_out", account=account.get_username(), sessions=ended, by=by)
    return ended
