"""Word lists in a backup: carried whole, vouched for, and put back only where they belong."""

from __future__ import annotations

import hashlib
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from core.backup import archive
from lexicon.models import Lexicon
from lexicon.words.files import open_words
from tests.apps.core.backups import Rewrite, rewritten
from tests.builders.lexica import imported_list
from tests.contract_calls import answer, refusal

pytestmark = pytest.mark.django_db

WORDS = ("zax", "zebu", "zoa")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "lexica"
    monkeypatch.setattr(settings, "LEXICA_DIR", place)
    monkeypatch.setattr(settings, "SLIPS_DIR", tmp_path / "slips")
    return place


@pytest.fixture
def kept(tmp_path: Path, folder: Path) -> Path:
    """A backup of an installation with a list, its definitions, and what was made of its words."""
    row = imported_list("ZED24", WORDS)
    assert open_words(folder, row.sha256).holds("ZAX")
    (folder / f"{'a' * 64}.about").write_bytes(b"ZAX\tan axe\n")
    (folder / f".{row.sha256}.list.0123").write_bytes(b"half written")
    (folder / "notes.txt").write_bytes(b"mine")
    (folder / "mine.list").write_bytes(b"mine")
    file = tmp_path / "kept.wallchart"
    assert answer("backup", file)["files"] == 3
    return file


def with_file(name: str, text: bytes) -> Rewrite:
    """Returns the change that adds a file for which the manifest vouches."""

    def change(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
        members[f"files/{name}"] = text
        said = {"name": name, "bytes": len(text), "sha256": hashlib.sha256(text).hexdigest()}
        manifest["files"].append(said)

    return change


def test_the_words_are_there_again_after_the_folder_was_lost(kept: Path, folder: Path) -> None:
    (sha256,) = Lexicon.objects.values_list("sha256", flat=True)
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    open_words.cache_clear()
    assert answer("restore", kept, "--force")["files"] == 3
    names = {path.name for path in folder.iterdir()}
    assert names == {f"{sha256}.json", f"{sha256}.list", f"{'a' * 64}.about"}
    files = open_words(folder, sha256)
    assert [files.holds(word.upper()) for word in (*WORDS, "zoo")] == [True, True, True, False]
    assert folder.stat().st_mode & 0o077 == 0


def test_what_is_made_of_the_words_and_what_is_not_ours_is_left_out(kept: Path) -> None:
    with zipfile.ZipFile(kept) as zipped:
        held = [name for name in zipped.namelist() if name.startswith("files/")]
    assert [name.rpartition(".")[2] for name in held] == ["list", "about", "json"]


@pytest.mark.parametrize(
    "name",
    [
        "lexica/../../escaped",
        f"lexica/../{'b' * 64}.list",
        f"/lexica/{'b' * 64}.list",
        f"lexica/sub/{'b' * 64}.list",
        f"lexica/{'b' * 64}.words",
        f"lexica/{'b' * 64}.list\n",
        "lexica/secret_key",
        f"elsewhere/{'b' * 64}.list",
        "secret_key",
        "",
    ],
)
def test_a_file_that_belongs_nowhere_is_refused_and_nothing_is_written(
    kept: Path, folder: Path, name: str
) -> None:
    around = sorted(folder.parent.rglob("*"))
    other = rewritten(kept, with_file(name, b"ZAP\n"))
    said = refusal("restore", other, "--force")
    assert said["code"] == "backup.damaged"
    assert "contains an unknown file" in said["message"]
    assert sorted(folder.parent.rglob("*")) == sorted([*around, other])


@pytest.mark.parametrize(
    ("key", "value"), [("sha256", "0" * 64), ("bytes", 5), ("bytes", -1), ("name", "lexica/other")]
)
def test_a_file_that_is_not_what_the_manifest_says_is_refused(
    kept: Path, key: str, value: object
) -> None:
    def change(_: dict[str, bytes], manifest: dict[str, Any]) -> None:
        manifest["files"][0][key] = value

    assert refusal("restore", rewritten(kept, change), "--force")["code"] == "backup.damaged"


def test_a_file_that_unpacks_to_more_than_it_says_is_not_begun(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def change(members: dict[str, bytes], _: dict[str, Any]) -> None:
        name = next(name for name in members if name.startswith("files/"))
        members[name] = b"0" * 50_000_000

    bomb = rewritten(kept, change)
    assert bomb.stat().st_size < 1_000_000
    monkeypatch.setattr(archive, "_pieces", None)  # whoever unpacks it fails otherwise
    assert refusal("restore", bomb, "--force")["code"] == "backup.damaged"


def test_files_count_among_what_a_backup_may_unpack_to(kept: Path) -> None:
    def change(_: dict[str, bytes], manifest: dict[str, Any]) -> None:
        manifest["files"][0]["bytes"] = archive.LARGEST

    assert "more than 4 GB" in refusal("restore", rewritten(kept, change), "--force")["message"]


def test_a_restore_that_is_refused_puts_no_file_back(kept: Path, folder: Path) -> None:
    for path in folder.iterdir():
        path.unlink()
    assert refusal("restore", kept)["code"] == "restore.not_empty"
    assert list(folder.iterdir()) == []


def test_a_backup_from_before_there_were_files_is_read(kept: Path) -> None:
    def change(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
        for said in manifest.pop("files"):
            del members[f"files/{said['name']}"]
        manifest["wallchart_backup"] = 1

    assert answer("restore", rewritten(kept, change), "--force")["files"] == 0
