"""`lexicon_import` as another program calls it: the answer, and the error of every bad file."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from lexicon.models import Lexicon
from tests.builders.lexica import imported_list
from tests.contract_calls import answer, refusal

pytestmark = pytest.mark.django_db

TEXT = b"zax an axe [n -ES]\r\nzebu an ox [n -S]\r\nzoa <zoon=n> [n]\r\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "lexica"
    monkeypatch.setattr(settings, "LEXICA_DIR", place)
    return place


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "zed.txt"
    path.write_bytes(TEXT)
    return path


def test_the_answer_tells_counts_hash_and_what_was_recognised(file: Path) -> None:
    told = answer("lexicon_import", "ZED24", file, "--family", "Zed")
    notes = told.pop("notes")
    assert told == {
        "code": "ZED24",
        "words": 3,
        "by_length": {"3": 2, "4": 1},
        "sha256": Lexicon.objects.get().sha256,
        "recognised": None,
    }
    assert notes[-1] == "This is not a list that Wallchart knows."
    assert Lexicon.objects.get().family == "Zed"


def test_notes_go_to_the_other_output_and_the_sentence_to_this_one(file: Path) -> None:
    out, said = io.StringIO(), io.StringIO()
    call_command("lexicon_import", "ZED24", str(file), stdout=out, stderr=said)
    assert out.getvalue().startswith("ZED24: 3 words (2 of 3, 1 of 4), SHA-256 ")
    assert "This is not a list that Wallchart knows.\n" in said.getvalue()


def test_all_that_can_be_said_of_a_list_is_taken(file: Path) -> None:
    file.write_bytes("PERRO\nNIÑO\n".encode("latin-1"))
    options = ("--tile-set", "es", "--encoding", "latin-1", "--format", "plain")
    names = ("--name", "Mine", "--family", "FISE", "--edition", "F26")
    told = answer("lexicon_import", "F26", file, *options, *names)
    assert told["by_length"] == {"4": 2}
    row = Lexicon.objects.get()
    assert (row.tile_set, row.name, row.edition) == ("es", "Mine", "F26")


def test_importing_it_again_is_no_error_and_changes_nothing(file: Path) -> None:
    first = answer("lexicon_import", "ZED24", file)
    again = answer("lexicon_import", "ZED24", file, "--family", "Other")
    assert again["sha256"] == first["sha256"]
    assert "nothing was changed" in again["notes"][-1]
    assert Lexicon.objects.get().family == ""


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", None),
        (b"\n\n  \n", None),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", None),
        (b"zax\nz3bu\n", 2),
        (b"zax\nzebu\n" + b"z" * 101 + b"\n", 3),
        ("zéb\n".encode() + b"zax\nz\xe9b\n", 3),
        (gzip.compress(b"zax\n" + b"z" * 30_000_000), 2),
        (b"zax\nze\0bu\n", None),
    ],
)
def test_a_bad_file_is_refused_in_one_sentence_with_its_line_and_nothing_is_stored(
    file: Path, folder: Path, data: bytes, line: int | None
) -> None:
    file.write_bytes(data)
    error = refusal("lexicon_import", "ZED24", file)
    assert (error["file"], error["line"]) == (str(file), line)
    assert error["message"].count(". ") == 0
    assert file.name in error["message"]
    assert not Lexicon.objects.exists()
    assert not list(folder.glob("*"))


@pytest.mark.parametrize("name", ["zed.dawg", "zed.lex", "zed.dwg"])
def test_files_of_quackle_are_refused_by_name(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(TEXT)
    assert "Quackle" in refusal("lexicon_import", "ZED24", path)["message"]


@pytest.mark.parametrize(
    ("code", "options", "field"),
    [
        ("ZED24", ("--tile-set", "klingon"), "tile_set"),
        ("ZED24", ("--encoding", "rot13"), "encoding"),
        ("ZED24", ("--format", "pdf"), "format"),
        ("ZED24", ("--digraphs", "maybe"), "digraphs"),
        ("ZED24", ("--coded",), "coded"),
        ("zed 24", (), "lexicon"),
        ("TAKEN", (), "lexicon"),
        ("SCOWL80", (), "lexicon"),
    ],
)
def test_a_wrong_request_names_its_field(
    file: Path, code: str, options: tuple[str, ...], field: str
) -> None:
    imported_list("TAKEN", ["quag"])
    assert refusal("lexicon_import", code, file, *options)["field"] == field
    assert Lexicon.objects.count() == 1


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    error = refusal("lexicon_import", "ZED24", tmp_path / "none.txt")
    assert error["file"] == str(tmp_path / "none.txt")
    assert "none.txt" in error["message"]
