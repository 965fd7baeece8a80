"""A list of three words that somebody sends, in folders of the test's own, and its import."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings

from core.actors import CONSOLE
from lexicon.importing import Called, PreparedList, import_list
from lexicon.words.bringing import ReadingOptions

TEXT = "zax an axe [n -ES]\nzebu an ox [n -S]\nzoa <zoon=n> [n]\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the words, empty; what is sent has one of its own as well."""
    monkeypatch.setattr(settings, "LEXICA_DIR", tmp_path / "lexica")
    monkeypatch.setattr(settings, "UPLOADS_DIR", tmp_path / "uploads")
    return tmp_path / "lexica"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of the list."""
    path = tmp_path / "zed24.txt"
    path.write_text(TEXT, encoding="utf-8")
    return path


def take_in(file: Path, code: str = "ZED24", *, tile_set: str = "en", **more: str) -> PreparedList:
    """Imports the list in a file at the console; returns what was found out about it."""
    called, asked = Called(code, **more), ReadingOptions(tile_set=tile_set)
    return import_list(file, called=called, options=asked, actor=CONSOLE)[0]
