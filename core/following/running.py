"""Following until told to stop: what fails is tried again, later each time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.db import DatabaseError, close_old_connections
from django.utils import timezone

from core.following.asking import Away, NotTaken
from core.following.begun import tell_the_old_one
from core.following.copying import Apart
from core.following.steps import Follower, Step
from core.log import Log
from core.models import Machine
from core.phrases import phrase, phrase_count

EVERY_S = 2.0
LONGEST_S = 30.0

log = Log(__name__)


def pauses(jitter: Callable[[], float] = random.random) -> Iterator[float]:
    """Yields how many seconds to wait after the first failure, the second, and so on."""
    longest = EVERY_S
    while True:
        yield longest * (0.5 + jitter() / 2)
        longest = min(LONGEST_S, longest * 2)


@dataclass
class Running:
    """Follows until this machine leads, saying each thing once; `rest` waits for some seconds."""

    follower: Follower
    say: Callable[[str], None]
    rest: Callable[[float], None] = time.sleep
    _said: str = ""
    _waits: Iterator[float] = field(default_factory=pauses)

    def until_it_leads(self) -> None:
        """Returns once this machine took over, and the machine that it took over from knows."""
        while Machine.objects.filter(role=Machine.Role.FOLLOWS).exists():
            self.rest(self._turn())
            close_old_connections()
        self._tell(phrase("This machine leads now."))
        waits = pauses()
        while not tell_the_old_one():
            self._tell(phrase("The machine that it took over from does not answer yet."))
            self.rest(next(waits))

    def _turn(self) -> float:
        """Does one step; returns for how many seconds to wait then."""
        try:
            step = self.follower.step()
        except (Away, NotTaken, Apart, DatabaseError, OSError) as failure:
            # A full disk is tried again, too: somebody makes room, and nobody looks here then.
            why = getattr(failure, "message", None) or getattr(failure, "strerror", None)
            why = why or str(failure)
            if isinstance(failure, Away):
                at = self.follower.main.address
                why = phrase("{address} does not answer: {why}.", address=at, why=failure)
            self._fail(phrase("Not in step: {why}", why=why))
            return next(self._waits)
        self._waits = pauses()
        if step.taken or step.different or not self._said.startswith("="):
            self.say(told(step))
            self._said = "="
        # Several spares should not ask in step.
        return EVERY_S * random.uniform(0.8, 1.2)

    def _fail(self, sentence: str) -> None:
        Machine.objects.filter(role=Machine.Role.FOLLOWS).update(trouble=sentence[:500])
        self._tell(sentence)

    def _tell(self, sentence: str) -> None:
        if sentence != self._said:
            self.say(sentence)
            log.warning("follow.said", told=sentence)
        self._said = sentence


def told(step: Step) -> str:
    """Returns the line that says how a step went."""
    if step.different:
        return phrase(
            "{stream} DIFFERS from {main}: run follow again with --afresh.",
            stream=step.different[0],
            main=step.main,
        )
    return phrase_count(
        "In step with {main} at {at:%H:%M:%S}: {count} new entry, {entries} in all, "
        "{compared} logs compared, digest {digest}.",
        "In step with {main} at {at:%H:%M:%S}: {count} new entries, {entries} in all, "
        "{compared} logs compared, digest {digest}.",
        count=step.taken,
        main=step.main,
        at=timezone.localtime(),
        entries=step.entries,
        compared=step.compared,
        digest=step.digest[:12],
    )
