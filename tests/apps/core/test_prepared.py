"""Queries that are put into SQL once: they bring what the ORM brings, whatever is given to them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections, transaction
from django.db.models import F, Model, QuerySet
from django.test.utils import CaptureQueriesContext

from core.journal.guard import WrittenOutsideCommand, writing
from core.models import JournalEntry, Stream
from core.prepared import TOO_LARGE, Given, PreparedInsert, PreparedQuery, PreparedUpdate
from tests.builders.events import a_played_event
from tests.settings import ON_POSTGRES
from tournaments.kernel.queries.play import entry_numbered
from tournaments.models import Division, Seat
from tournaments.results.queries import progress_of

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("statements")]

KEYS = ("A", "a", "", "'", "%s", "%", "%%s", "\\", "Ä", 'a"b', "--", "?", "$1", "NULL")


@PreparedQuery
def _seats(division: Given, number: Given) -> QuerySet[Seat]:
    rows = Seat.objects.filter(round__division__name=division, round__number=number)
    across = rows.select_related("entry", "board__result", "round__division__tournament")
    return across.defer("round__pairing").order_by("pk")


@PreparedQuery
def _streams(key: Given) -> QuerySet[Stream, tuple[str, int]]:
    return Stream.objects.filter(key=key).values_list("key", "seq")


@PreparedUpdate
def _raise(name: Given) -> tuple[QuerySet[Division], dict[str, Any]]:
    return Division.objects.filter(name=name), {"version": F("version") + 1}


@PreparedUpdate
def _rename(name: Given) -> tuple[QuerySet[Division], dict[str, Any]]:
    """Has a division go by the name that another one has."""
    return Division.objects.filter(name=name), {"name": "B"}


@PreparedUpdate
def _restart(seq: Given) -> tuple[QuerySet[Stream], dict[str, Any]]:
    return Stream.objects.filter(seq=seq), {"seq": 0}


def _columns(row: Model | None) -> dict[str, object] | None:
    """Returns the columns of a row by name, without those left in the database."""
    left = set() if row is None else row.get_deferred_fields()
    fields = [] if row is None else [field.attname for field in row._meta.concrete_fields]
    return None if row is None else {n: getattr(row, n) for n in fields if n not in left}


def _shown(seat: Seat) -> list[dict[str, object] | None]:
    division, result = seat.round.division, getattr(seat.board, "result", None)
    rows = (seat, seat.entry, seat.board, seat.round, division, division.tournament, result)
    return [_columns(row) for row in rows]


def test_rows_come_with_all_that_the_orm_brings_for_each_value_that_is_given() -> None:
    a_played_event(divisions=("A", "B"), players=7, rounds=2, open_games=2)
    for name in ("A", "B", "C"):
        for number in (1, 2, 3):
            rows = Seat.objects.filter(round__division__name=name, round__number=number)
            usual = rows.select_related("round").defer("round__pairing").order_by("pk")
            prepared = _seats(division=name, number=number)
            with CaptureQueriesContext(connection) as asked:
                shown = [_shown(seat) for seat in prepared]
            assert not asked.captured_queries
            assert shown == [_shown(seat) for seat in usual]
            assert all("pairing" in seat.round.get_deferred_fields() for seat in prepared)


@pytest.mark.parametrize("key", KEYS)
def test_a_value_is_never_read_as_a_part_of_the_statement(key: str) -> None:
    with writing():
        Stream.objects.bulk_create(Stream(key=one, seq=at) for at, one in enumerate(KEYS, 1))
    assert _streams(key=key) == [(key, KEYS.index(key) + 1)]
    assert _streams.first(key=f"{key} ") is None


@pytest.mark.parametrize("number", [2**31, TOO_LARGE - 1, TOO_LARGE, -TOO_LARGE - 1, 10**40])
def test_a_number_that_no_column_holds_finds_nothing(number: int) -> None:
    a_played_event(players=4, rounds=1)
    division = Division.objects.select_related("tournament").get()
    assert entry_numbered(division, 1) is not None
    assert entry_numbered(division, number) is None
    assert progress_of(division, number) == (0, 0, 0, 0)


def test_an_update_changes_the_rows_it_names_and_counts_them() -> None:
    a_played_event(divisions=("A", "B"), players=4, rounds=1)
    before = dict(Division.objects.values_list("name", "version"))
    with writing():
        assert (_raise(name="A"), _raise(name="C")) == (1, 0)
    after = dict(Division.objects.values_list("name", "version"))
    assert after == {"A": before["A"] + 1, "B": before["B"]}


@pytest.mark.parametrize("number", [TOO_LARGE - 1, TOO_LARGE, -TOO_LARGE - 1, 10**40])
def test_an_update_by_a_number_that_no_column_holds_changes_nothing(number: int) -> None:
    with writing():
        Stream.objects.bulk_create(Stream(key=key, seq=5) for key in ("one", "two"))
        assert _restart(seq=number) == 0
        assert set(Stream.objects.values_list("seq", flat=True)) == {5}
        assert _restart(seq=5) == 2
    assert set(Stream.objects.values_list("seq", flat=True)) == {0}


def test_after_an_update_that_failed_a_transaction_can_only_be_taken_back() -> None:
    a_played_event(divisions=("A", "B"), players=4, rounds=1)
    with writing(), transaction.atomic():
        with pytest.raises(IntegrityError):
            _rename(name="A")
        assert connection.needs_rollback
        transaction.set_rollback(True)


def test_the_guard_of_the_journal_sees_what_is_prepared() -> None:
    with pytest.raises(WrittenOutsideCommand):
        _raise(name="A")


def test_a_query_is_put_together_once_a_thread() -> None:
    built = []

    @PreparedQuery
    def streams(key: Given) -> QuerySet[Stream]:
        built.append(connections["default"])
        return Stream.objects.filter(key=key)

    def ask_twice() -> None:
        assert [streams(key=key) for key in ("one", "two")] == [[], []]

    ask_twice()
    with ThreadPoolExecutor(1) as other:
        other.submit(ask_twice).result()
        there = other.submit(lambda: connections["default"]).result()
        other.submit(connections.close_all).result()
    assert built == [connections["default"], there]


@pytest.mark.skipif(not ON_POSTGRES, reason="SQLite has no plans to keep")
@pytest.mark.parametrize("pooled", [False, True])
def test_postgresql_plans_a_prepared_statement_once_unless_connections_are_pooled(
    pooled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection.connection, "prepare_threshold", None if pooled else 0)

    @PreparedQuery
    def streams(key: Given) -> QuerySet[Stream]:
        return Stream.objects.filter(key=key).order_by("-seq", "-key", "pk")

    for key in ("one", "two", "three"):
        streams(key=key)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT generic_plans + custom_plans FROM pg_prepared_statements"
            """ WHERE statement LIKE '%%"seq" DESC, "core_stream"."key" DESC%%'"""
        )
        assert cursor.fetchall() == ([] if pooled else [(3,)])


_put = PreparedInsert(JournalEntry)


def _an_entry(seq: int, text: str) -> JournalEntry:
    stream = Stream.objects.get_or_create(key="register")[0]
    return JournalEntry(
        stream=stream,
        seq=seq,
        command="x.y",
        schema=1,
        payload={"text": [text, None, 1.5]},
        actor=text,
        at=datetime(2026, 1, 2, 3, 4, 5, 678, tzinfo=UTC),
    )


@pytest.mark.parametrize("text", KEYS)
def test_a_row_is_written_as_the_orm_writes_it_and_has_its_key(text: str) -> None:
    with writing():
        saved, put = _an_entry(1, text), _an_entry(2, text)
        saved.save(force_insert=True)
        with CaptureQueriesContext(connection) as asked:
            _put(put)
    assert len(asked) == 1
    assert put.pk == saved.pk + 1
    left = {"id", "seq"}
    one, two = (_columns(JournalEntry.objects.get(seq=seq)) for seq in (1, 2))
    assert one is not None
    assert two is not None
    assert {n: v for n, v in one.items() if n not in left} == {
        n: v for n, v in two.items() if n not in left
    }
    assert two == _columns(put)
    with writing():
        put.reason = "said later"
        put.save(update_fields=["reason"])
    assert JournalEntry.objects.get(seq=2).reason == "said later"


def test_a_row_that_is_there_is_refused_and_so_is_one_outside_a_command() -> None:
    with writing():
        _put(_an_entry(1, "a"))
        with pytest.raises(IntegrityError), transaction.atomic():
            _put(_an_entry(1, "b"))
    assert [entry.actor for entry in JournalEntry.objects.filter(command="x.y")] == ["a"]
    with pytest.raises(WrittenOutsideCommand), transaction.atomic():
        _put(_an_entry(2, "a"))
