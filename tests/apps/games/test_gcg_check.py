"""The command `gcg_check`: what it takes, what it answers, and how it leaves."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.management.commands.gcg_check import PIPE_CLOSED
from tests.contract_calls import answer, leaves, refusal
from tests.processes import ROOT

CLEAN = "#player1 Ann Ann Bee\n#player2 Col Col Dee\n>Ann: ADEFGQT 8E DATE +10 10\n"
WRONG = CLEAN.replace("+10 10", "+11 11")
CONTRACT = {
    *("file", "verdict", "complete", "board", "tiles", "encoding", "players", "scores"),
    *("stated_scores", "plays", "bingos", "end", "deviations", "unknown"),
}


def verdicts(said: dict[str, Any]) -> dict[str, str]:
    """Returns the verdict of each record by the name of its file, without folders."""
    return {Path(entry["file"]).name: entry["verdict"] for entry in said["files"]}


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Writes a file below a folder of its own and returns its path."""

    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


Write = Callable[[str, "str | bytes"], Path]


def test_a_clean_record_is_told_in_the_shape_of_the_contract(write: Write) -> None:
    (entry,) = answer("gcg_check", write("a.gcg", CLEAN))["files"]
    assert entry.keys() >= CONTRACT
    assert (entry["verdict"], entry["scores"], entry["stated_scores"]) == (
        "clean",
        [10, 0],
        [10, 0],
    )
    assert (entry["players"], entry["plays"], entry["end"]) == (["Ann", "Col"], 1, "open")
    assert "unacceptable" not in entry


def test_a_record_that_deviates_leaves_with_1_and_says_line_code_and_numbers(write: Write) -> None:
    (entry,) = leaves("gcg_check", write("a.gcg", WRONG), code=1)["files"]
    first = entry["deviations"][0]
    assert first.keys() == {"line", "code", "text", "stated", "right"}
    assert (first["line"], first["code"], first["stated"], first["right"]) == (3, "SCORE", 11, 10)
    assert entry["verdict"] == "deviates"


@pytest.mark.parametrize(
    ("content", "verdict"),
    [
        ("", "empty"),
        ("a shopping list", "empty"),
        (b"\0\1\2", "not-gcg"),
        (b"\x1f\x8bno archive", "not-gcg"),
        (CLEAN + " " * 2**18, "deviates"),
    ],
)
def test_what_is_no_record_leaves_with_1(write: Write, content: str | bytes, verdict: str) -> None:
    said = leaves("gcg_check", write("a.txt", content), code=1)
    assert [entry["verdict"] for entry in said["files"]] == [verdict]


def test_a_soft_remark_is_no_reason_to_leave_with_1(write: Write) -> None:
    soft = CLEAN.replace("ADEFGQT", "ABCFGQT")
    assert verdicts(answer("gcg_check", write("a.gcg", soft))) == {"a.gcg": "soft"}


def test_a_missing_path_leaves_with_2_before_anything_is_checked(
    write: Write, tmp_path: Path
) -> None:
    error = refusal("gcg_check", write("a.gcg", CLEAN), tmp_path / "none.gcg")
    assert (error["code"], error["file"]) == ("file.missing", str(tmp_path / "none.gcg"))


def test_without_a_path_it_leaves_with_2() -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "gcg_check", "--json"]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (ran.returncode, json.loads(ran.stdout)["error"]["code"]) == (2, "usage")


@pytest.mark.django_db
def test_an_unknown_lexicon_leaves_with_2(write: Write) -> None:
    error = refusal("gcg_check", write("a.gcg", CLEAN), "--lexicon", "NOSUCH")
    assert error["code"] == "lexicon.unknown"


@pytest.mark.django_db
def test_with_a_lexicon_words_that_it_does_not_have_are_told_and_change_no_verdict(
    write: Write,
) -> None:
    phoney = CLEAN + ">Col: XXEIVVC 9E XEV +13 13\n"
    (entry,) = leaves("gcg_check", write("a.gcg", phoney), "--lexicon", "scowl80", code=1)["files"]
    assert entry["unacceptable"][0]["line"] == 4
    assert "XEV" in entry["unacceptable"][0]["words"]
    (clean,) = answer("gcg_check", write("b.gcg", CLEAN), "--lexicon", "SCOWL80")["files"]
    assert (clean["verdict"], clean["unacceptable"]) == ("clean", [])


@pytest.mark.django_db
def test_words_of_other_tiles_than_the_lexicon_is_of_are_not_looked_up(write: Write) -> None:
    german = "#tile-distribution german\n" + CLEAN.replace("8E DATE +10 10", "8E DÄTE +20 20")
    (entry,) = leaves("gcg_check", write("a.gcg", german), "--lexicon", "SCOWL80", code=1)["files"]
    assert (entry["tiles"], entry["unacceptable"]) == ("german", [])


def test_a_folder_gives_its_records_and_archives_in_one_order(write: Write) -> None:
    folder = write("games/b.gcg", CLEAN).parent
    write("games/a/2.GCG", CLEAN)
    write("games/notes.txt", "not read")
    with zipfile.ZipFile(folder / "c.zip", "w") as archive:
        archive.writestr("in/3.gcg", CLEAN)
        archive.writestr("read me.txt", "not read")
    files = [entry["file"] for entry in answer("gcg_check", folder)["files"]]
    assert [str(Path(file).relative_to(folder)) for file in files] == [
        "b.gcg",
        "c.zip/in/3.gcg",
        "a/2.GCG",
    ]


def test_an_empty_folder_has_no_records_and_that_is_no_mistake(tmp_path: Path) -> None:
    assert answer("gcg_check", tmp_path) == {"files": []}


def test_a_pipe_is_no_record_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    said = leaves("gcg_check", tmp_path / "pipe", code=1)
    assert said["files"][0]["deviations"][0] == {
        "line": 0,
        "code": "FILE",
        "text": "This is not a file.",
        "stated": None,
        "right": None,
    }


def test_a_link_to_nothing_is_told_and_the_others_are_checked(write: Write) -> None:
    folder = write("a.gcg", CLEAN).parent
    (folder / "b.gcg").symlink_to(folder / "none")
    assert verdicts(leaves("gcg_check", folder, code=1)) == {"a.gcg": "clean", "b.gcg": "not-gcg"}


def test_for_people_it_prints_a_line_for_each_record(write: Write) -> None:
    out = io.StringIO()
    with pytest.raises(SystemExit) as left:
        call_command("gcg_check", write("a.gcg", CLEAN), write("b.gcg", WRONG), stdout=out)
    first, second, last = out.getvalue().splitlines()
    assert left.value.code == 1
    assert first.split() == ["clean", str(first.split()[1]), "10-0"]
    assert first.split()[1].endswith("a.gcg")
    assert second.startswith("deviates")
    assert second.endswith("line 3: 8E DATE scores +10, not +11.")
    assert last == "2 files: 1 clean, 1 deviates"


def test_a_name_of_a_file_commands_no_terminal(write: Write) -> None:
    out = io.StringIO()
    call_command("gcg_check", write("a\x1b[31m\n.gcg", CLEAN), stdout=out)
    assert len(out.getvalue().splitlines()) == 2
    assert "\x1b" not in out.getvalue()


def test_many_records_are_answered_in_order_whoever_checked_them(
    write: Write, tmp_path: Path
) -> None:
    for number in range(150):
        write(f"games/{number:03}.gcg", WRONG if number % 50 == 49 else CLEAN)
    said = verdicts(leaves("gcg_check", tmp_path / "games", code=1))
    assert list(said) == [f"{number:03}.gcg" for number in range(150)]
    assert [name for name, verdict in said.items() if verdict != "clean"] == [
        "049.gcg",
        "099.gcg",
        "149.gcg",
    ]


def test_without_a_lexicon_it_needs_no_database(write: Write, tmp_path: Path) -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": "postgres://me@127.0.0.1:1/none",
        "WALLCHART_VAR": str(tmp_path / "none" / "such"),
    }
    command = [sys.executable, str(ROOT / "manage.py"), "gcg_check", str(write("a.gcg", CLEAN))]
    ran = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("clean ")


@pytest.mark.parametrize("many", [1, 500])
def test_it_leaves_quietly_when_nobody_reads_on(write: Write, tmp_path: Path, many: int) -> None:
    for number in range(many):
        write(f"{number:03}-{'long' * 50}.gcg", CLEAN)
    command = [sys.executable, str(ROOT / "manage.py"), "gcg_check", str(tmp_path)]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        ran = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (PIPE_CLOSED, "")


class Terminal(io.StringIO):
    """A terminal for a person."""

    def isatty(self) -> bool:
        return True


def test_a_person_sees_a_bar_that_is_full_once_and_at_the_end(write: Write, tmp_path: Path) -> None:
    for number in range(70):
        write(f"games/{number:03}.gcg", CLEAN)
    write("games/empty.zip", b"PK\x05\x06" + bytes(18))
    out, bar = io.StringIO(), Terminal()
    call_command("gcg_check", tmp_path / "games", stdout=out, stderr=bar)
    drawn = bar.getvalue()
    assert drawn.count("\r") == 4
    assert drawn.count("\n") == 1
    assert drawn.endswith("\n")
    assert out.getvalue().splitlines()[70:] == ["70 files: 70 clean"]
