"""A wish of the desk waits until its page was seen, and is done once."""

from __future__ import annotations

import errno
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from config.up.listening import EVERYWHERE, ONLY_HERE
from config.up.restoring import settle
from config.up.wishes import SETTLE_S, Wishes
from core.backup.asking import WISH, RestoreOutcome, Wish, leave_outcome, leave_wish, outcome_in
from core.errors import UserError
from core.hall import let_in, lets_in

WISHED = Wish(name="a.backup", by="boss", asked_at=datetime(2026, 11, 22, tzinfo=UTC))


@pytest.fixture
def wishes(tmp_path: Path) -> Wishes:
    return Wishes(tmp_path, tmp_path / "hall", is_open=False)


def test_a_backup_is_put_back_once_and_only_after_the_page_had_time_to_be_seen(
    wishes: Wishes, tmp_path: Path
) -> None:
    assert wishes.due(0) is None
    leave_wish(tmp_path, WISHED)
    assert wishes.due(5) is None
    assert wishes.due(5 + SETTLE_S / 2) is None
    assert wishes.due(5 + SETTLE_S) == WISHED
    found = outcome_in(tmp_path)
    assert found is not None
    assert found.state == "runs", "nobody reads what came of the wish before"
    assert wishes.due(5 + 2 * SETTLE_S) is None
    assert wishes.due(5 + 4 * SETTLE_S) is None


def test_a_file_that_is_no_wish_is_put_away(wishes: Wishes, tmp_path: Path) -> None:
    (tmp_path / WISH).write_bytes(b"\xff[[[")
    assert [wishes.due(now) for now in (0, SETTLE_S)] == [None, None]
    assert not (tmp_path / WISH).exists()


def test_the_hall_is_let_in_and_shut_out_each_once(wishes: Wishes, tmp_path: Path) -> None:
    let_in(tmp_path / "hall", is_open=True)
    assert [wishes.due(now) for now in (0, SETTLE_S, 9, 9 + SETTLE_S)] == [None, True, None, None]
    let_in(tmp_path / "hall", is_open=False)
    assert [wishes.due(now) for now in (20, 20 + SETTLE_S)] == [None, False]


def test_a_wish_that_is_taken_back_in_time_is_not_done(wishes: Wishes, tmp_path: Path) -> None:
    let_in(tmp_path / "hall", is_open=True)
    assert wishes.due(0) is None
    let_in(tmp_path / "hall", is_open=False)
    assert wishes.due(SETTLE_S) is None
    let_in(tmp_path / "hall", is_open=True)
    assert wishes.due(SETTLE_S) is None


def test_where_the_hall_cannot_be_let_in_the_setting_says_what_is_so(
    wishes: Wishes, tmp_path: Path
) -> None:
    let_in(tmp_path / "hall", is_open=True)
    assert [wishes.due(now) for now in (0, SETTLE_S)] == [None, True]
    assert wishes.refuse() == ONLY_HERE
    assert lets_in(tmp_path / "hall") is False
    assert wishes.due(9) is None
    assert Wishes(tmp_path, tmp_path / "hall", is_open=False).refuse() == EVERYWHERE


def test_a_wish_that_cannot_be_removed_has_failed_and_keeps_nobody_from_asking_again(
    wishes: Wishes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink = Path.unlink

    def stays(path: Path, **how: bool) -> None:
        if path.name == WISH:
            raise PermissionError(errno.EACCES, "Permission denied")
        unlink(path, **how)

    leave_wish(tmp_path, WISHED)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", stays)
        assert [wishes.due(now) for now in (0, SETTLE_S)] == [None, None]
        found = outcome_in(tmp_path)
        assert found is not None
        assert (found.name, found.state) == (WISHED.name, "failed")
        assert f"{tmp_path / WISH} cannot be removed (Permission denied)." in found.told
        assert [wishes.due(now) for now in (9, 9 + SETTLE_S)] == [None, None]
        assert outcome_in(tmp_path) == found
    assert [wishes.due(now) for now in (20, 20 + SETTLE_S)] == [None, None], "it was told as failed"
    assert outcome_in(tmp_path) == found
    again = replace(WISHED, asked_at=WISHED.asked_at + timedelta(minutes=1))
    leave_wish(tmp_path, again)
    assert [wishes.due(now) for now in (30, 30 + SETTLE_S)] == [None, again]


def test_only_one_backup_is_asked_for_at_a_time(tmp_path: Path) -> None:
    leave_wish(tmp_path, WISHED)
    with pytest.raises(UserError, match="Another backup is being put back"):
        leave_wish(tmp_path, WISHED)


def test_a_program_that_was_ended_meanwhile_is_said_so_at_the_next_start(tmp_path: Path) -> None:
    settle(tmp_path)
    assert outcome_in(tmp_path) is None
    begun = RestoreOutcome(name="a.backup", by="boss", asked_at=WISHED.asked_at, state="runs")
    leave_outcome(tmp_path, begun)
    settle(tmp_path)
    found = outcome_in(tmp_path)
    assert found is not None
    assert found.state == "failed"
    assert "Either all of it was put back or none" in found.told
