"""The prize lines of a tsh configuration: read, written again, and left alone where unread."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.depth import examples
from tests.domain.formats.folders import reading
from tournaments.formats.tsh.prizes import read_prize, write_prize
from tournaments.prizing.records import Prize, PrizeKind

CONFIG = "division A a.t\n"


@pytest.mark.parametrize(
    ("line", "prize", "currency"),
    [
        ("prize rank 1 a 25pts", Prize(0, PrizeKind.PLACE, "A", text="25pts"), ""),
        ("prize highwin 1 a 'A cup'", Prize(0, PrizeKind.HIGH_WIN, "A", text="A cup"), ""),
        ('PRIZE rank 2 A "$500"', Prize(0, PrizeKind.PLACE, "A", place=2, amount=50_000), "USD"),
        ("prize rank 1 A £5.50 class=B", Prize(0, PrizeKind.CLASS, "A", "B", 1, 550), "GBP"),
        (
            "prize tuffluck 1 * €5 rounds=5",
            Prize(0, PrizeKind.TUFF_LUCK, amount=500, games=5),
            "EUR",
        ),
        ("prize average 1 A $5", Prize(0, PrizeKind.AVERAGE, "A", amount=500), "USD"),
        (
            "prize highwin 1 A $5 first=3 last=5",
            Prize(0, PrizeKind.HIGH_WIN, "A", amount=500, first_round=3, last_round=5),
            "USD",
        ),
        (
            "prize rank 1 A $9 exclusive=A order=2",
            Prize(0, PrizeKind.PLACE, "A", amount=900, exclusive="A"),
            "USD",
        ),
    ],
)
def test_a_prize_line_is_read_and_written_as_it_stood(
    line: str, prize: Prize, currency: str
) -> None:
    read = read_prize(line)
    assert read is not None
    assert (read.prize, read.currency) == (prize, currency)
    assert write_prize(prize, currency, line) == line
    fresh = write_prize(prize, currency)
    assert fresh is not None
    assert read_prize(fresh) == read


@pytest.mark.parametrize(
    "line",
    [
        "prize note Thank you",
        "prize rank 1 A",
        "prize rank x A $5",
        "prize rank 1 * $5",
        "prize rank 1 A $5 first=3",
        "prize rank 1 A $5 odd",
        "prize highwin 1 A $5 first=5 last=4",
        "prize highwin 1 A $5 first=x",
        "prizes rank 1 A $5",
    ],
)
def test_a_line_that_says_something_else_is_no_prize(line: str) -> None:
    assert read_prize(line) is None


def test_a_prize_that_tsh_cannot_say_has_no_line() -> None:
    assert write_prize(Prize(1, PrizeKind.DOOR, text="Book"), "") is None
    assert write_prize(Prize(1, PrizeKind.PLACE, "A", amount=500), "SEK") is None
    assert write_prize(Prize(1, PrizeKind.PLACE, "A", amount=500, text="note"), "USD") is None
    assert write_prize(Prize(1, PrizeKind.PLACE, "A", text="both ' and \""), "") is None


def test_a_changed_prize_gets_a_line_of_its_own() -> None:
    changed = Prize(1, PrizeKind.PLACE, "A", text="30pts")
    assert write_prize(changed, "", "prize rank 1 a 25pts") == "prize rank 1 A 30pts"


def test_an_unread_prize_line_is_remarked_and_kept_and_a_note_is_only_kept() -> None:
    lines = "prize novelty 1 A $5\nprize note Thank you\nprize rank 1 A $5 order=2\n"
    read = reading("Ada 0 ;", CONFIG + lines)
    assert [remark.code for remark in read.report] == ["config.prize", "config.prize_terms"]
    assert read.content.kept["config"] == lines.splitlines()


@examples(100)
@given(
    st.sampled_from((PrizeKind.PLACE, PrizeKind.HIGH_WIN, PrizeKind.UPSET)),
    st.integers(1, 99),
    st.text(max_size=20),
)
def test_whatever_is_written_is_read_back_as_it_was(kind: PrizeKind, place: int, text: str) -> None:
    prize = Prize(7, kind, "A", place=place, text=text)
    line = write_prize(prize, "")
    if line is not None:
        read = read_prize(line)
        assert read is not None
        assert (read.prize.text, read.prize.place, read.prize.kind) == (text, place, kind)
