"""Whether the database still says what it said, whoever answers for it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection, transaction

from core.journal.guard import writing
from core.models import Stream
from core.web import unchanged
from core.web.unchanged import Basis, DatabaseState, as_sent, remembered, rows
from tests.databases import elsewhere

pytestmark = pytest.mark.django_db(transaction=True)

ASKED: list[tuple[str, tuple[Any, ...]]] = [
    ("SELECT key FROM core_stream WHERE key <> %s OR seq > %s", ("a %", 5))
]


@pytest.fixture(autouse=True)
def _no_connection_left() -> Iterator[None]:
    yield
    connection.close()


def test_what_is_read_from_nowhere_is_not_remembered() -> None:
    assert (remembered("a key", lambda: "a"), remembered("a key", lambda: "b")) == ("a", "b")


def test_what_is_remembered_is_asked_for_anew_inside_a_transaction() -> None:
    answers = iter("ab")
    with transaction.atomic():
        for answer in "ab":
            assert remembered("a key", lambda: next(answers)) == answer


def test_what_was_remembered_before_a_transaction_is_read_anew_in_it_and_stays_for_after_it() -> (
    None
):
    made: list[str] = []

    def read() -> int:
        made.append("")
        return Stream.objects.filter(key="a").count()

    assert remembered("a key", read) == 0
    with writing(), transaction.atomic():
        Stream.objects.create(key="a", seq=1)
        assert remembered("a key", read) == 1
        transaction.set_rollback(True)
    read_so_far = len(made)
    assert (remembered("a key", read), read_so_far, len(made)) == (0, 2, 2)


def test_what_goes_while_it_is_looked_at_is_brought_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unchanged, "REMEMBERED", 1)
    made: list[str] = []

    def asked(key: str) -> int:
        def read() -> int:
            made.append(key)
            return Stream.objects.filter(key=key).count()

        return remembered(key, read)

    asked("a")
    holds = Basis.holds

    def holds_after_another(basis: Basis) -> bool:
        with monkeypatch.context() as patch:
            patch.setattr(Basis, "holds", holds)
            asked("b")
        return holds(basis)

    with monkeypatch.context() as patch:
        patch.setattr(Basis, "holds", holds_after_another)
        assert asked("a") == 0
    assert made == ["a", "b"]
    asked("a")
    assert made == ["a", "b", "a"]


def test_a_basis_knows_the_states_of_so_many_connections_and_then_asks_them_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unchanged, "_SCOPES", 2)
    basis = Basis(as_sent(ASKED), rows(as_sent(ASKED)))
    read = Mock(wraps=rows)
    monkeypatch.setattr(unchanged, "rows", read)

    def is_read_again(connection_: int) -> bool:
        monkeypatch.setattr(unchanged, "state", lambda: DatabaseState(connection_, "mark"))
        read.reset_mock()
        assert basis.holds()
        return read.called

    assert [is_read_again(one) for one in (1, 2, 1, 2, 3, 3)] == [
        True,
        True,
        False,
        False,
        True,
        False,
    ]
    assert is_read_again(1)
    assert set(basis.seen) == {1, 3}


def test_what_is_asked_for_goes_on_being_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unchanged, "REMEMBERED", 2)
    made = []

    def read(key: str) -> None:
        def count() -> int:
            made.append(key)
            return Stream.objects.filter(key__gte=key).count()

        remembered(key, count)

    for key in ("a", "b", "a", "c", "a", "b"):
        read(key)
    assert made == ["a", "b", "c", "b"]


@pytest.mark.both_databases("statements")
@pytest.mark.parametrize("params", [(), (5,)])
def test_a_statement_is_read_again_in_the_words_that_django_sent(params: tuple[int, ...]) -> None:
    sql = "SELECT key FROM core_stream WHERE key = '5 %%'" + " AND seq = %s" * len(params)
    with writing():
        Stream.objects.create(key="5 %", seq=5)
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        sent = cursor.fetchall()
    assert [[tuple(row) for row in found] for found in rows(as_sent([(sql, params)]))] == [sent]
    assert sent == [("5 %",)]


@pytest.mark.both_databases("transactions")
@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_the_state_is_another_after_every_commit(is_elsewhere: bool) -> None:
    def commit() -> None:
        with writing():
            Stream.objects.create(key=f"{len(seen)}")

    seen = [unchanged.state()]
    for _ in range(3):
        if is_elsewhere:
            elsewhere(commit)
        else:
            commit()
        seen.append(unchanged.state())
    assert None not in seen
    assert len(set(seen)) == len(seen)


@pytest.mark.both_databases("statements")
def test_another_server_where_this_one_was_is_asked_what_it_says(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a failover, or where a dump was put back, transactions may be counted the same."""
    now = unchanged.state()
    assert now is not None
    basis = Basis(as_sent(ASKED), rows(as_sent(ASKED)), {now.scope: now.mark})
    if connection.vendor == "postgresql":
        assert isinstance(now.mark, tuple)
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_postmaster_start_time()::text")
            assert cursor.fetchone() == now.mark[1:]
        other: DatabaseState | None = DatabaseState(
            now.scope, (now.mark[0], "2026-01-01 00:00:00+00")
        )
    else:
        connection.close()
        other = unchanged.state()
    assert other != now
    read = Mock(wraps=rows)
    monkeypatch.setattr(unchanged, "rows", read)
    for told, is_asked in ((now, False), (other, True)):
        monkeypatch.setattr(unchanged, "state", lambda told=told: told)
        assert (basis.holds(), read.called) == (True, is_asked)
