"""Event folders written in a test: one division unless a test says more."""

from __future__ import annotations

import pytest

from tournaments.formats.content import DivisionContent, EntryContent
from tournaments.formats.tsh import TshError, TshReading, read_tsh

CONFIG = "division A a.t\n"


def reading(players: str, config: str = CONFIG, encoding: str = "latin-1") -> TshReading:
    """Returns the reading of a folder with one file of players."""
    return read_tsh({"config.tsh": config.encode("latin-1"), "a.t": players.encode(encoding)})


def division(players: str, config: str = CONFIG) -> DivisionContent:
    """Returns the first division of a folder."""
    return reading(players, config).content.divisions[0]


def entry(line: str) -> EntryContent:
    """Returns the entry of a file with one line."""
    (only,) = division(line).entries
    return only


def refusal(players: str, config: str = CONFIG) -> TshError:
    """Returns the error that reading a folder raises."""
    with pytest.raises(TshError) as caught:
        reading(players, config)
    return caught.value


def remarks(players: str, config: str = CONFIG) -> list[tuple[str, int | None, str]]:
    """Returns file, line and code of each remark of a reading."""
    return [(r.file, r.line, r.code) for r in reading(players, config).report]
