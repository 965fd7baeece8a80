"""The parallel hall: what it tells is what a replay gives, and it leaves no trace."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from core.following.machine import this_machine
from core.journal import stream_file, without
from core.journal.command import Command, encode
from core.journal.errors import Refused
from core.journal.execute import execute, suppose
from core.journal.ledger import KINDS
from core.journal.supposing import accepting, supposing
from core.journal.undo import UndoEntry
from core.models import JournalEntry, Lease, Machine
from tests.apps.tournaments.consequences.halls import boards, turned, two_halls
from tests.apps.tournaments.desk_events import ROBOT, SLUG, enter, entries_of, give
from tests.apps.tournaments.prizes.prize_events import offer, special
from tests.replays import in_a_fork
from tournaments.consequences.queries import foreseen
from tournaments.consequences.queries.building import may_build_on, traits_of
from tournaments.consequences.queries.foreseen import (
    taken_out,
    with_command,
    without_entry,
)
from tournaments.consequences.queries.hall import Hall, hall_of
from tournaments.entries.commands.entries import WithdrawEntry
from tournaments.event.commands.event import ChangeRules
from tournaments.failover.queries.replay_digest import differences, project
from tournaments.models import Division, EventPrize, Tournament
from tournaments.prizing.records import PrizeKind
from tournaments.results.commands.penalties import SetPenalty
from tournaments.rounds.commands.pairing import PairRound

pytestmark = pytest.mark.django_db
SYSTEMS = {"A": "naspa2024", "B": "naspa2024"}


def projected() -> Any:
    """Return the projection of the event, through JSON as that of a replay comes."""
    return json.loads(json.dumps(project(Tournament.objects.get(slug=SLUG), SYSTEMS)))


def replayed(folder: Path, lines: list[dict[str, Any]]) -> Any:
    """Return the projection that these lines give on empty tables, in another process."""
    heading = {"wallchart_journal": 1, "stream": f"event:{SLUG}", "entries": len(lines)}
    numbered = [{**line, "seq": place} for place, line in enumerate(lines, 1)]
    text = "\n".join(json.dumps(line) for line in (heading, *numbered))
    (folder / "journal.jsonl").write_text(text + "\n")
    return in_a_fork(folder, SLUG, SYSTEMS)


def everything_stored() -> dict[str, list[Any]]:
    """Return every row of every table, but who asked last."""
    return {
        model._meta.label: list(model._default_manager.order_by("pk").values())
        for model in apps.get_models()
        if model is not Lease
    }


def journal() -> list[dict[str, Any]]:
    """Return the lines of the event's journal."""
    return [json.loads(line) for line in list(stream_file.written(f"event:{SLUG}"))[1:]]


def written(command: Command) -> JournalEntry:
    """Execute a command and return its entry of the log."""
    give(command, reason="as it happened")
    return entries_of()[-1]


def test_before_a_correction_the_parallel_hall_is_a_replay_of_the_journal_with_it(
    tmp_path: Path,
) -> None:
    two_halls()
    wanted = accepting(turned())
    with supposing():
        suppose(wanted, actor=ROBOT, reason="misread")
        parallel = projected()
    line = {
        **journal()[-1],
        "command": wanted.code,
        "schema": wanted.schema,
        "payload": encode(wanted),
        "facts": {},
        "reason": "misread",
    }
    assert differences(parallel, projected()) != []
    assert differences(parallel, replayed(tmp_path, [*journal(), line])) == []


def test_without_a_result_the_parallel_hall_is_a_replay_of_the_journal_without_it(
    tmp_path: Path,
) -> None:
    two_halls()
    execute(accepting(turned()), actor=ROBOT, reason="misread")
    corrected = entries_of()[-1]
    result = next(
        one
        for one in entries_of()
        if one.command == "result.entered" and one.changes[0]["row"] == corrected.changes[0]["row"]
    )
    with supposing():
        unfit = taken_out(result)
        parallel = projected()
    assert [one.entry.seq for one in unfit] == [corrected.seq]
    assert unfit[0].why == "This game has no result to correct yet."
    left = {result.seq, corrected.seq}
    lines = [
        {**line, "payload": {**line["payload"], "confirmed": True}}
        if "confirmed" in line["payload"]
        else line
        for line in journal()
        if line["seq"] not in left
    ]
    assert differences(parallel, replayed(tmp_path, lines)) == []


def test_nothing_is_left_of_looking() -> None:
    two_halls()
    entry = next(one for one in entries_of() if one.command == "result.entered")
    before = everything_stored()
    with_command(turned(), actor=ROBOT)
    without_entry(entry, actor=ROBOT)
    assert everything_stored() == before


def test_what_the_method_would_pair_is_what_it_pairs_once_the_correction_is_in() -> None:
    two_halls()
    here: dict[str, Any] = {"event": SLUG, "division": "A", "round": 3}
    for board in boards(3):
        enter(3, board.one.entry, 400 + board.slot, 390)
    give(PairRound(**here | {"round": 4}, method="koth", repeats=3))
    wanted = turned()
    told = with_command(wanted, actor=ROBOT)
    ((division, again),) = told.paired
    draft = next(one for one in again.rounds if one.round == 4)
    assert (division, draft.is_draft) == ("A", True)
    keys = dict(Division.objects.get(name="A").entries.values_list("number", "key"))
    was = {frozenset(keys[s.entry] for s in board.seats) for board in boards(4)}
    assert {frozenset(two) for two in draft.was} <= was
    execute(accepting(wanted), actor=ROBOT, reason="misread")
    give(PairRound(**here | {"round": 4}, method="koth", repeats=3, confirmed=True))
    now = {frozenset(keys[s.entry] for s in board.seats) for board in boards(4)}
    assert {frozenset(two) for two in draft.would} == now - was
    assert {frozenset(two) for two in draft.was} == was - now


def test_places_prizes_and_ratings_that_differ_are_told_and_no_other_division() -> None:
    two_halls()
    told = with_command(turned(), actor=ROBOT)
    assert {one.division for one in told.places} == {"A"}
    assert {one.division for one in told.ratings} == {"A"}
    assert [one.number for one in told.prizes] == [1]
    moved = {one.entry for one in told.places}
    board = boards(2)[0]
    assert {seat.entry for seat in board.seats} <= moved
    assert told.seats == ()
    assert told.unfit == ()


def test_a_change_of_nothing_is_told_as_nothing_and_what_is_refused_says_why() -> None:
    two_halls()
    with pytest.raises(Refused, match=r"has no entry no\. 99"):
        with_command(
            SetPenalty(event=SLUG, division="A", round=2, entry=99, points=-10), actor=ROBOT
        )
    told = with_command(WithdrawEntry(event=SLUG, division="B", entry=8, from_round=5), actor=ROBOT)
    assert [one.entry for one in told.places] == []


def test_an_entry_that_is_undone_or_early_or_founding_is_not_taken_out() -> None:
    two_halls()
    founding, division = entries_of()[:2]
    with pytest.raises(Refused, match="there would be nothing to compare"):
        without_entry(founding, actor=ROBOT)
    with pytest.raises(Refused, match="came before round 1 was published"):
        without_entry(division, actor=ROBOT)


def test_the_number_of_queries_is_bounded_by_the_divisions() -> None:
    two_halls()
    with CaptureQueriesContext(connection) as few:
        with_command(turned(), actor=ROBOT)
    for board in boards(3):
        enter(3, board.one.entry, 400 + board.slot, 390)
    with CaptureQueriesContext(connection) as more:
        with_command(turned(), actor=ROBOT)
    assert len(more) <= len(few) <= 80


def test_what_somebody_enters_meanwhile_is_no_consequence(monkeypatch: pytest.MonkeyPatch) -> None:
    two_halls()
    penalty = SetPenalty(event=SLUG, division="B", round=2, entry=1, points=-200)
    entered = iter([penalty])

    def read(slug: str) -> Hall:
        hall = hall_of(slug)
        for command in entered:
            give(command, reason="late")
        return hall

    monkeypatch.setattr(foreseen, "hall_of", read)
    told = with_command(turned(), actor=ROBOT)
    assert {one.division for one in told.places} == {"A"}


def test_a_machine_that_follows_another_says_so_and_not_that_the_log_no_longer_fits() -> None:
    two_halls()
    entry = next(one for one in entries_of() if one.command == "result.entered")
    this_machine()
    Machine.objects.update(role="follows", peer="hall-pc")
    with pytest.raises(Refused, match="This machine follows hall-pc"):
        without_entry(entry, actor=ROBOT)


def test_what_was_undone_and_done_again_is_played_where_it_was_first_given(tmp_path: Path) -> None:
    two_halls()
    rules: dict[str, Any] = {"event": SLUG, "division": "A", "confirmed": True}
    late = special(PrizeKind.HIGH_WIN, division="A", first_round=6, text="A board")
    longer = written(ChangeRules(**rules, planned_rounds=6))
    offered = written(offer(late))
    undone = written(UndoEntry(journal=f"event:{SLUG}", seq=offered.seq))
    written(ChangeRules(**rules, planned_rounds=7))
    redone = written(UndoEntry(journal=f"event:{SLUG}", seq=undone.seq))
    with supposing():
        unfit = taken_out(longer)
        parallel = projected()
    assert [(one.entry.seq, one.why) for one in unfit] == [
        (offered.seq, "The rounds that count must be a range within 1 to 5.")
    ]
    left = {one.seq for one in (longer, offered, undone, redone)}
    lines = [line for line in journal() if line["seq"] not in left]
    assert differences(parallel, replayed(tmp_path, lines)) == []


def test_a_penalty_is_given_again_without_the_rules_that_were_changed_before_it() -> None:
    two_halls()
    here: dict[str, Any] = {"event": SLUG, "division": "A"}
    rules = written(ChangeRules(**here, overrides={"challenge_type": "points"}, confirmed=True))
    own = written(SetPenalty(**here, round=2, entry=1, points=-10))
    other = written(SetPenalty(**here | {"division": "B"}, round=2, entry=1, points=-10))
    before, after, elsewhere = map(traits_of, (rules, own, other))
    assert may_build_on(before, after)
    assert not may_build_on(before, elsewhere)


def test_a_prize_in_money_does_not_fit_without_the_terms_that_name_its_currency() -> None:
    two_halls()
    terms, offered = (
        next(one for one in entries_of() if one.command == code)
        for code in ("prize.terms_set", "prize.added")
    )
    with supposing():
        unfit = taken_out(terms)
        assert not EventPrize.objects.exists()
    assert [one.entry.seq for one in unfit] == [offered.seq]


def test_what_too_much_builds_on_says_what_shows_it_instead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    two_halls()
    published = [one for one in entries_of() if one.command == "round.published"][-1]
    monkeypatch.setattr(without, "MOST_ROWS", 3)
    with pytest.raises(Refused, match=f"Restoring to log {published.seq - 1} lists what it would"):
        without_entry(published, actor=ROBOT)


def test_a_row_is_found_with_all_that_names_it_in_one_query() -> None:
    two_halls()
    published = next(one for one in entries_of() if one.command == "round.published")
    name, key = next(c["row"] for c in published.changes if c["row"][0] == "seat")
    with CaptureQueriesContext(connection) as asked:
        row = KINDS[name].find(SLUG, key)
        assert row is not None
        assert KINDS[name].key_of(row) == key
    assert len(asked) == 1
