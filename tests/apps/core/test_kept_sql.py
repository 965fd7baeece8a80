"""Queries of one shape are put into SQL once, and answer as those that Django makes each time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import Count, Exists, F, OuterRef, Q
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext

from core import kept_sql
from core.models import JournalEntry, Stream
from tests.builders.events import a_played_event
from tournaments.models import Board, Division, Entry, Result, Round, Seat, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases("statements")]

Asked = Callable[[Any], Any]
WHOLE = (0, 1, 2, 7, -1, None, 2**15, 2**31, 2**40, 2**64)
TEXTS = ("A", "B", "", "a", "%s", "'", '"', "Ä", None)
SHAPES: dict[str, tuple[Asked, Iterable[Any]]] = {
    "a text across a join": (lambda v: Entry.objects.filter(division__name=v), TEXTS),
    "a whole number": (lambda v: Round.objects.filter(number=v), WHOLE),
    "more than a whole number": (lambda v: Round.objects.filter(number__gt=v or 0), WHOLE),
    "at most": (lambda v: Round.objects.filter(number__lte=v or 0), WHOLE),
    "a key": (lambda v: Entry.objects.filter(division_id=v), WHOLE[:-1]),
    "a row": (lambda v: Entry.objects.filter(division=v), Division.objects.all()),
    "one of an enumeration": (lambda v: Round.objects.filter(stage=v), (*Round.Stage, "published")),
    "among": (
        lambda v: Round.objects.filter(number__in=v),
        ((), (1,), (2,), (1, 2), (2, 1), (1, 1), (None, 2), (None,), [*range(200)], {1, 2}),
    ),
    "truth": (lambda v: Tournament.objects.filter(rehearsal=v), (True, False)),
    "absence": (lambda v: Seat.objects.filter(board__result__isnull=v), (True, False)),
    "all but": (lambda v: Entry.objects.exclude(division__name=v, number=1), TEXTS),
    "all but those with": (lambda v: Entry.objects.exclude(seats__round__number=v), WHOLE),
    "one or the other": (
        lambda v: Entry.objects.filter(Q(number=v) | ~Q(division__name="A")),
        WHOLE,
    ),
    "two values in their places": (
        lambda v: Entry.objects.filter(number=v[0], rating__gte=v[1]),
        ((1, 1), (1, 0), (2, 1), (0, 2)),
    ),
    "a moment": (lambda v: JournalEntry.objects.filter(at__lte=v), ()),
    "rows that come along": (
        lambda v: (
            Seat.objects.filter(round__number=v)
            .select_related("entry", "board__result", "round__division")
            .defer("round__pairing")
        ),
        WHOLE,
    ),
    "an order": (
        lambda v: Entry.objects.order_by(v, "pk"),
        ("-number", "number", "division__name"),
    ),
    "some of them": (lambda v: Entry.objects.all()[v : v + 2], (0, 1, 3)),
    "columns": (lambda v: Seat.objects.filter(round__number=v).values_list("entry__name"), WHOLE),
    "none twice": (lambda v: Seat.objects.values_list(v).distinct(), ("round_id", "entry_id")),
    "one that nothing has": (lambda v: Entry.objects.filter(division__in=v), ([],)),
    "a subquery": (
        lambda v: Entry.objects.filter(division__in=Division.objects.filter(name=v)),
        TEXTS,
    ),
    "where there is one": (
        lambda v: Board.objects.filter(
            Exists(Result.objects.filter(board=OuterRef("pk"), score_one__gt=v))
        ),
        (0, 400),
    ),
    "columns of each other": (
        lambda v: Result.objects.filter(score_one__gt=F("score_two") + v),
        (0, 50),
    ),
    "with a count": (lambda v: Division.objects.filter(name=v).annotate(n=Count("entries")), TEXTS),
}


def _answers(ask: Asked, values: Iterable[Any]) -> list[Any]:
    """Return whatever rows there are for each value, how many, whether any, and what was said."""
    found: list[Any] = []
    for value in values:
        with CaptureQueriesContext(connection) as said:
            rows = [
                {k: v for k, v in vars(row).items() if k != "_state"}
                if hasattr(row, "_meta")
                else row
                for row in ask(value)
            ]
            along = [getattr(row, "round_id", None) for row in ask(value)]
            counted = (ask(value).count(), ask(value).exists(), ask(value).first() is not None)
        found.append((rows, along, counted, [query["sql"] for query in said.captured_queries]))
    return found


def _as_usual(monkeypatch: pytest.MonkeyPatch, ask: Asked, values: Iterable[Any]) -> list[Any]:
    with monkeypatch.context() as plain:
        plain.setattr(SQLCompiler, "as_sql", kept_sql._as_usual)
        plain.setattr(SQLCompiler, "get_converters", kept_sql._converters_as_usual)
        return _answers(ask, values)


def test_whatever_values_are_given_rows_and_sql_are_those_of_django(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    a_played_event(divisions=("A", "B"), players=5, rounds=2, open_games=1)
    last = JournalEntry.objects.latest("seq").at
    moments = (last, last - timedelta(days=1), last + timedelta(microseconds=1))
    for shape, (ask, given) in SHAPES.items():
        values = list(moments if shape == "a moment" else given)
        if shape == "a key":  # of rows before this test, too, some were counted
            values += Division.objects.values_list("pk", flat=True)
        usual = _as_usual(monkeypatch, ask, values)
        for _ in range(2):
            assert _answers(ask, values) == usual, shape
        assert any(rows for rows, *_ in usual) or shape == "one that nothing has", shape


def test_a_query_of_a_known_shape_is_not_put_together_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kept_sql, "_kept", {})
    asked: list[str] = []
    plain = kept_sql._as_usual

    def counted(compiler: Any, *rest: Any) -> Any:
        asked.append(compiler.query.model.__name__)
        return plain(compiler, *rest)

    monkeypatch.setattr(kept_sql, "_as_usual", counted)
    for key in ("event:a", "event:b", "event:c"):
        list(Stream.objects.filter(key=key))
    assert asked == ["Stream"]
    for key in ("event:a", "event:b"):
        assert not Stream.objects.filter(key=key).exists()
        assert Stream.objects.filter(key=key).count() == 0
    assert asked == ["Stream"] * 3
    list(Stream.objects.filter(key="event:a").order_by("-key"))
    list(Stream.objects.filter(key="event:a", seq=1))
    assert asked == ["Stream"] * 5


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_sql, "MOST", 3)
    monkeypatch.setattr(kept_sql, "_kept", {})
    for at in range(10):
        list(Stream.objects.all()[at : at + 1])
        assert len(kept_sql._kept) <= 3


def test_the_values_of_a_text_that_comes_again_are_marked_as_before() -> None:
    with connection.cursor() as cursor:
        for _ in range(2):
            cursor.execute("SELECT %s, '%%', %s", ["a", "b"])
            assert cursor.fetchone() == ("a", "%", "b")
            cursor.execute("SELECT '%s', '%%'")
            assert cursor.fetchone() == ("%s", "%%")
            cursor.execute("SELECT %(one)s, %(one)s", {"one": "a"})
            assert cursor.fetchone() == ("a", "a")
            cursor.execute(f"SELECT %s, '{'x' * kept_sql._SHORT}'", ["a"])
            assert cursor.fetchone()[0] == "a"
