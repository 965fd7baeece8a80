"""The output of `gcg_check` for people: one reason for each record, and a summary at the end."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from games.engine.report import RecordVerdict
from games.gcg_files.entries import NO_TEXT, entry_of, summary
from games.gcg_files.found import FoundRecord

HEAD = "#player1 Ann Ann Bee\n#player2 Col Col Dee\n"
CLEAN = HEAD + ">Ann: ADEFGQT 8E DATE +10 10\n"


def line(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    return entry_of(FoundRecord("a.gcg", data), None, as_json=False).text


def test_a_changed_score_is_told_by_the_score_and_not_by_the_total() -> None:
    changed = CLEAN.replace("+10 10", "+11 12")
    assert line(changed).endswith("line 3: 8E DATE scores +10, not +11.")
    told = json.loads(entry_of(FoundRecord("a.gcg", changed.encode()), None, as_json=True).text)
    assert {one["code"] for one in told["deviations"]} == {"SCORE", "CUM"}


def test_a_total_alone_is_told_as_one() -> None:
    assert line(CLEAN.replace("+10 10", "+10 11")).endswith(
        "line 3: The total of Ann is 10, not 11."
    )


def test_a_remark_before_it_does_not_hide_why_a_record_deviates() -> None:
    soft = HEAD + ">Ann: ABCFGQT 8E DATE +10 10\n"
    assert "but the rack is ABCFGQT" in line(soft)
    both = soft + ">Col: XXEIVVC 9E XEV +99 99\n"
    assert "line 4: 9E XEV scores" in line(both)


def test_what_is_no_text_is_told_with_the_reason() -> None:
    assert line(b"\x00\x01\x02\xff" * 40).startswith("not-gcg")
    assert line(b"\x00\x01\x02\xff" * 40).endswith(NO_TEXT)


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        (
            {RecordVerdict.DEVIATES: 8, RecordVerdict.CLEAN: 280, RecordVerdict.SOFT: 12},
            "300 files: 280 clean, 12 soft, 8 deviate",
        ),
        ({RecordVerdict.DEVIATES: 1}, "1 file: 1 deviates"),
        (
            {RecordVerdict.NOT_GCG: 1, RecordVerdict.EMPTY: 2, RecordVerdict.ALTERNATIVE: 1},
            "4 files: 1 clean on another board, 2 empty, 1 not GCG",
        ),
        ({}, "0 files"),
    ],
)
def test_the_summary_counts_every_verdict_once(
    verdicts: dict[RecordVerdict, int], said: str
) -> None:
    assert summary(verdicts) == said


def test_a_program_gets_no_summary(tmp_path: Path) -> None:
    path = tmp_path / "a.gcg"
    path.write_text(CLEAN, encoding="utf-8")
    out = io.StringIO()
    call_command("gcg_check", path, "--json", stdout=out)
    assert [entry["verdict"] for entry in json.loads(out.getvalue())["files"]] == ["clean"]
