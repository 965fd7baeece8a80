"""A plan carried out at a place, whatever its kind, and what went wrong in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

from core.pushing.order import Plan, Sent
from core.pushing.places import Kind, Place

TIMEOUT_S = 20.0
TRIAL = "wallchart-trial.txt"

Tell = Callable[[int, int], None]


class Sender(Protocol):
    """An open way to a place."""

    def put(self, folder: Path, names: tuple[str, ...]) -> None:
        """Sends files of a folder; each appears whole, or stays as it was."""

    def remove(self, folder: Path, names: tuple[str, ...]) -> None:
        """Removes files that `folder` no longer has; one that is gone already is no failure."""


def send(place: Place, secret: str, folder: Path, what: Plan, *, tell: Tell) -> Iterator[Sent]:
    """Carries a plan out; yields after each step what is there now, "" for what was removed.

    Raises NotSent; what was yielded is there.
    """
    done = 0
    with sender_to(place, secret, timeout=TIMEOUT_S) as sender:
        for group in what.groups:
            for names in _parts(group, place.kind):
                sender.put(folder, names)
                done += len(names)
                yield dict.fromkeys(names, "sent")
                tell(done, what.total)
        if what.gone:
            sender.remove(folder, what.gone)
            yield dict.fromkeys(what.gone, "")
            tell(what.total, what.total)


def _parts(names: tuple[str, ...], kind: Kind) -> Iterator[tuple[str, ...]]:
    """Yields the names one by one, or all at once where a program of its own takes them."""
    if kind == Kind.RSYNC:
        yield names
    else:
        yield from ((name,) for name in names)


def try_place(place: Place, secret: str, folder: Path, *, timeout: float = 8.0) -> None:
    """Writes a small file there and removes it again. Raises NotSent."""
    trial = folder / TRIAL
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    trial.write_text("Wallchart can write here.\n", encoding="utf-8")
    try:
        with sender_to(place, secret, timeout=timeout) as sender:
            sender.put(folder, (TRIAL,))
            trial.unlink()
            sender.remove(folder, (TRIAL,))
    finally:
        trial.unlink(missing_ok=True)


@contextmanager
def sender_to(place: Place, secret: str, *, timeout: float) -> Iterator[Sender]:
    """Opens the way to a place. Only what a kind needs is loaded."""
    if place.kind == Kind.SFTP:
        from core.pushing.sftp import opened_sftp  # noqa: PLC0415 - as said above

        with opened_sftp(place, secret, timeout=timeout) as sftp:
            yield sftp
    elif place.kind == Kind.S3:
        from core.pushing.bucket import opened_bucket  # noqa: PLC0415 - as said above

        yield opened_bucket(place, secret, timeout=timeout)
    else:
        from core.pushing.rsync import opened_rsync  # noqa: PLC0415 - as said above

        with opened_rsync(place, timeout=timeout) as rsync:
            yield rsync
