"""Following, a step at a time: look, take what is new, compare, and write down how it stands."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from core.background import held
from core.backup.making import program_version
from core.following import messages
from core.following.asking import TIMEOUT_S, Away, Main
from core.following.beside import take_in
from core.following.copying import Apart, do_again
from core.following.digests import stream_digest
from core.following.machine import host_name
from core.following.messages import (
    BesideThings,
    EntriesAsk,
    EntryPage,
    Heads,
    LeaderState,
    LookAsk,
    heads_here,
)
from core.models import Machine
from core.phrases import phrase
from core.snapshot import one_snapshot

_SUMMED_AT_ONCE = 20

Tell = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Step:
    """What a step did: entries taken, streams compared, and the digest over what they come to."""

    main: str
    entries: int
    taken: int
    compared: int
    digest: str
    different: tuple[str, ...] = ()


def look(main: Main, here: Heads, *, timeout: float = TIMEOUT_S) -> LeaderState:
    """Returns the state of a machine, asked by one that has these heads. Raises Away, NotTaken."""
    ask = LookAsk(
        host=host_name(),
        program=program_version(),
        heads=messages.digest_of(here),
        entries=sum(here.values()),
    )
    return main.ask(ask, LeaderState, timeout=timeout)


@dataclass
class Follower:
    """Follows one machine; keeps between steps what it need not ask again."""

    main: Main
    tell: Tell = lambda _done, _total: None
    _beside: str = ""
    _unsure: set[str] | None = None
    _sums: dict[str, str] = field(default_factory=dict)

    def step(self) -> Step:
        """Brings this installation into step. Raises Away, NotTaken, or Apart."""
        here = heads_here()
        seen = look(self.main, here)
        there = seen.heads if seen.heads is not None else here
        self._check(seen, here, there)
        if seen.beside != self._beside:
            take_in(self.main.ask(messages.BesideAsk(), BesideThings), self._piece)
            self._beside = seen.beside
        taken = self._take(here, there)
        different = self._compare(there)
        self._write_down(seen, different)
        return Step(
            main=seen.host,
            entries=sum(there.values()),
            taken=taken,
            compared=len(self._sums),
            digest=messages.digest_of(self._sums),
            different=different,
        )

    def take_the_rest(self, there: Heads) -> None:
        """Takes what a machine has that takes no more entries."""
        self._take(heads_here(), there)

    def _check(self, seen: LeaderState, here: Heads, there: Heads) -> None:
        """Raises Apart where the other machine is no longer the one that was followed."""
        machine = Machine.objects.get()
        if machine.peer_installation not in ("", seen.installation):
            raise Apart(
                phrase(
                    "The machine at this address is another installation, or a backup was put back "
                    "there. To follow it, run follow again with --afresh.",
                ),
                code="follow.another",
            )
        ahead = [key for key, seq in here.items() if seq > there.get(key, 0)]
        if ahead:
            raise Apart(
                phrase(
                    "This machine has entries of {stream} that {main} does not have: it went back. "
                    "Take over here, or run follow again with --afresh.",
                    stream=ahead[0],
                    main=seen.host,
                ),
                code="follow.ahead",
            )
        Machine.objects.filter(pk=machine.pk).update(
            peer=seen.host[:100],
            peer_installation=seen.installation,
            epoch=seen.epoch,
            heard_at=timezone.now(),
            missing=sum(there.values()) - sum(here.values()),
        )

    def _take(self, here: Heads, there: Heads) -> int:
        """Takes every entry that is new, a page at a time; returns how many there were."""
        total = sum(there.values()) - sum(here.values())
        taken, have = 0, dict(here)
        if self._unsure is None:
            self._unsure = set(there)  # after a start nothing is sure
        with held():
            while behind := {
                key: have.get(key, 0) for key in there if there[key] > have.get(key, 0)
            }:
                page = self.main.ask(EntriesAsk(behind), EntryPage)
                done = do_again(page.entries)
                if not done:
                    raise Away(phrase("it does not send what it says it has"))
                self._unsure |= {one.stream for one in page.entries}
                for one in page.entries:
                    have[one.stream] = max(one.seq, have.get(one.stream, 0))
                taken += done
                self.tell(taken, max(taken, total))
        return taken

    def _compare(self, there: Heads) -> tuple[str, ...]:
        """Compares what every stream in doubt comes to; returns those that differ.

        One that went on meanwhile is compared by the next step.
        """
        different = []
        for names in batched(sorted(self._unsure or ()), _SUMMED_AT_ONCE):
            told = self.main.ask(
                messages.DigestsAsk(list(names)), dict[str, dict[str, tuple[int, str]]]
            )
            for stream, (seq, digest) in told["digests"].items():
                with one_snapshot():
                    same_moment = heads_here().get(stream, 0) == seq
                    own = stream_digest(stream) if same_moment else ""
                if not same_moment:
                    continue
                self._sums[stream] = own
                if own == digest:
                    self._unsure = (self._unsure or set()) - {stream}
                else:
                    different.append(stream)
        return tuple(different)

    def _write_down(self, seen: LeaderState, different: tuple[str, ...]) -> None:
        now = timezone.now()
        values: dict[str, Any] = {"heard_at": now, "missing": 0, "trouble": ""}
        if different:
            values["trouble"] = phrase(
                "What {stream} comes to differs from {main}. Run follow again with --afresh.",
                stream=different[0],
                main=seen.host,
            )
        else:
            values["in_step_at"] = now
        Machine.objects.filter(role=Machine.Role.FOLLOWS).update(**values)

    def _piece(self, name: str, start: int) -> bytes:
        told = self.main.ask(messages.PieceAsk(name, start), dict[str, str])
        return b64decode(told["data"])


def batched(names: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    """Yields the names, so many at a time."""
    for start in range(0, len(names), size):
        yield names[start : start + size]
