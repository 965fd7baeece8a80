"""What was backed up before backups were put back does not pile up, and nothing else goes."""

from __future__ import annotations

import errno
import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from core.backup.before import KEPT, before_name, before_upgrade_name, remove_older

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


def made(folder: Path, name: str, age: timedelta) -> str:
    path = folder / name
    path.write_bytes(b"")
    os.utime(path, times=((NOW - age).timestamp(),) * 2)
    return name


def daily(folder: Path, count: int) -> list[str]:
    """Leaves one of each day that is over, the newest first."""
    ages = [timedelta(days=days) for days in range(1, count + 1)]
    return [made(folder, before_name(NOW - age), age) for age in ages]


def left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_newest_few_are_kept_and_older_ones_go(tmp_path: Path) -> None:
    names = daily(tmp_path, KEPT + 3)
    assert remove_older(tmp_path, NOW) == names[KEPT:]
    assert left(tmp_path) == set(names[:KEPT])
    assert remove_older(tmp_path, NOW) == []


def test_none_that_is_younger_than_a_day_goes_however_many_there_are(tmp_path: Path) -> None:
    minutes = [timedelta(minutes=minute) for minute in range(2 * KEPT)]
    young = {made(tmp_path, before_name(NOW - age), age) for age in minutes}
    # Of a clock that was set back since.
    ahead = made(tmp_path, "before-2020-01-01-000000.backup", timedelta(days=-1))
    old = daily(tmp_path, 2)
    assert remove_older(tmp_path, NOW) == old
    assert left(tmp_path) == {*young, ahead}


def test_the_newest_few_of_before_an_upgrade_are_kept_beside_those_of_before_a_restore(
    tmp_path: Path,
) -> None:
    restores = daily(tmp_path, KEPT + 1)
    ages = [timedelta(days=days) for days in range(1, KEPT + 3)]
    upgrades = [made(tmp_path, before_upgrade_name(NOW - age), age) for age in ages]
    assert remove_older(tmp_path, NOW) == [restores[-1], *upgrades[KEPT:]]


def test_what_is_spared_and_what_others_made_or_named_stays(tmp_path: Path) -> None:
    names = daily(tmp_path, KEPT + 2)
    others = {
        made(tmp_path, name, timedelta(days=900))
        for name in (
            "before-the-finals.backup",
            "before-2020-01-01-000000.backup.zip",
            "brought-2020-01-01-000000.backup",
            "wallchart-2020-01-01-000000.backup",
        )
    }
    assert remove_older(tmp_path, NOW, spared={names[-1]}) == [names[-2]]
    assert left(tmp_path) == {*names[:KEPT], names[-1], *others}


def test_one_that_cannot_be_removed_and_a_folder_that_cannot_be_read_hinder_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = daily(tmp_path, KEPT + 2)
    unlink = Path.unlink

    def holds_on(path: Path) -> None:
        if path.name == names[KEPT]:
            raise PermissionError(13, "Permission denied")
        unlink(path)

    monkeypatch.setattr(Path, "unlink", holds_on)
    assert remove_older(tmp_path, NOW) == [names[-1]]
    assert remove_older(tmp_path / "nowhere", NOW) == []

    def broken(*_: object) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "glob", broken)
    assert remove_older(tmp_path, NOW) == []
