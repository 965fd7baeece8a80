"""The parallel hall of random events is what a replay of the altered journal gives."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.db import IntegrityError
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from core.actors import Actor
from core.errors import UserError
from core.journal.command import Command, decode
from core.journal.errors import Refused
from core.journal.execute import execute
from core.journal.standing import in_force
from core.journal.supposing import accepting, supposing
from core.journal.undo import RestoreTo, UndoEntry
from core.models import JournalEntry
from tests.depth import examples, size
from tests.scenarios.boards import boards_of
from tests.scenarios.exploring import PHASES
from tests.scenarios.reading import unmarked
from tests.scenarios.test_random_events import NAMED, ROWS, STREAM, Event
from tournaments.consequences.queries.foreseen import taken_out
from tournaments.entries.commands.check_in import CheckIn
from tournaments.failover.queries.replay_digest import differences
from tournaments.results.commands.results import EnterResult
from tournaments.rounds.commands.pairing import PairRound
from tournaments.rounds.commands.rounds import PublishRound

FITS_NOT = (UserError, LookupError, ObjectDoesNotExist, IntegrityError)
"""What a command is answered with that is given facts of another state."""
CLOCK = "clock."
LOOKED_AT = size(4, deep=6)
"""Entries of each event that are taken out, spread over its journal."""


class ParallelHall(Event):
    """An event that is directed at random, and then played again without this or that."""

    far_back = size(8, deep=40)  # what is restored is played again in each parallel hall

    @initialize(players=st.integers(4, 7), tie=st.sampled_from(["assign", "draw"]))
    def an_event(self, players: int, tie: str) -> None:
        super().an_event(players=players, tie=tie, cap=False)
        self.try_to(CheckIn(**NAMED, here=tuple(range(1, players + 1))))
        for number in (1, 2):
            self.try_to(PairRound(**NAMED, round=number, method="swiss"))
            if not self.try_to(PublishRound(**NAMED, round=number)):
                return
            self.published[self.last] = boards_of(self.sheet(), number)
            for board in self.sheet().by_round[number][1 if number == 2 else 0 :]:
                if board.two is not None:
                    score = 300 + 50 * board.slot
                    result = EnterResult(
                        **NAMED,
                        round=number,
                        entry=board.one.entry,
                        score=score,
                        opponent_score=400,
                    )
                    assert self.try_to(result)

    def teardown(self) -> None:
        self.replay_gives_the_same_event = self.a_parallel_hall_is_a_replay  # type: ignore[method-assign]
        super().teardown()

    def a_parallel_hall_is_a_replay(self) -> None:
        before, stand = self.projection(), in_force(STREAM)
        fixed = self.entries("round.published").values_list("seq", flat=True).first() or 0
        late = [seq for seq in stand if seq > fixed]
        for seq in late[:: -(-len(late) // LOOKED_AT) or 1]:
            entry = JournalEntry.objects.select_related("stream").get(seq=seq)
            told = self.parallel(entry)
            assert self.projection() == before
            if told is not None:
                held, unfit = told
                real, refused = self.replayed_without(seq)
                assert refused & set(stand) == unfit
                assert differences(held, real) == []

    def looked_at(self) -> Any:
        """Returns the projection without the clocks, which stay as they were.

        It says not when a board was rearranged either: what stands is played again at its own time,
        and not at that of the undo that did it again.
        """
        return {**unmarked(self.projection()), "clocks": None}

    def parallel(self, entry: JournalEntry) -> tuple[Any, set[int]] | None:
        """Returns the parallel hall without an entry, and what no longer fits there."""
        held, unfit = None, set[int]()
        try:
            with supposing():
                told = [one.entry for one in taken_out(entry)]
                unfit = {one.seq for one in told if not one.command.startswith(CLOCK)}
                held = self.looked_at()
        except Refused as refused:
            TOLD[refused.code] += 1
            return None
        TOLD["told"] += 1
        return held, unfit

    def replayed_without(self, left: int) -> tuple[Any, set[int]]:
        """Returns what the journal gives on empty tables without an entry, and what is refused.

        Undos and restores mean the entries that they meant, whose numbers are others now.
        """
        rows = list(JournalEntry.objects.order_by("seq"))
        refused, now = set[int](), dict[int, int]()
        with supposing():
            for model in ROWS:
                model._default_manager.all()._raw_delete("default")
            for row in rows:
                if row.seq == left:
                    continue
                try:
                    now[row.seq] = execute(
                        meant(row, now),
                        actor=Actor(name=row.actor, trusted=True, device=row.device),
                        reason=row.reason,
                        at=row.at,
                        recorded=row.facts | restored(row, now),
                    ).seq
                except FITS_NOT:
                    refused |= {row.seq} if not row.command.startswith(CLOCK) else set()
            held = self.looked_at()
        return held, refused


TOLD: Counter[str] = Counter()
"""How often a parallel hall was told, and why it was not."""


def meant(row: JournalEntry, now: dict[int, int]) -> Command:
    """Return the command of an entry, with the present numbers of those that it takes back."""
    if row.command == UndoEntry.code:
        return UndoEntry(journal=STREAM, seq=now.get(row.payload["seq"], 0))
    return accepting(decode(row.command, row.payload, row.schema))


def restored(row: JournalEntry, now: dict[int, int]) -> dict[str, int]:
    """Return up to which entry a restore went back, by its present number."""
    if row.command != RestoreTo.code:
        return {}
    return {"seq": max((now[seq] for seq in now if seq <= row.facts["seq"]), default=0)}


@pytest.mark.django_db
@pytest.mark.timeout(600)
def test_a_parallel_hall_is_what_a_replay_of_the_altered_journal_gives() -> None:
    run_state_machine_as_test(
        ParallelHall,
        settings=examples(
            6,
            stateful_step_count=size(22, deep=25),
            phases=PHASES,
            suppress_health_check=list(HealthCheck),
        ),
    )
    assert TOLD["told"] > TOLD.total() / 3, TOLD
