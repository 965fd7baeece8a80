"""The commands of the console: the operator gives them, and they keep the contract."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.actors import CONSOLE
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from people.commands import AddPlayer
from tests.contract_calls import answer, leaves, refusal
from tests.replays import in_a_process
from tournaments.entries.commands.entries import AddEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent
from tournaments.models import Entry, Result, Tournament
from tournaments.results.commands.results import CorrectResult, EnterResult, RecordSitOut
from tournaments.rounds.commands.rounds import HandPairing, PublishRound, SetUpRound

pytestmark = pytest.mark.django_db

CONFIG = "division A a.t\nconfig event_name = 'Spring'\nconfig max_rounds = 2\nconfig hue = 'red'\n"
LINES = (
    "Abbot, Ada:AA000001 1500 2 3; 400 420; p12 1 1; mood 7",
    "Botham, Bea 1400 1 0; 390 50; p12 2 0",
    "Colby, Cleo 1300 0 1; -50 300; p12 1 2; penalty 0 -10",
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tsh folder of three players, two rounds, a bye and a forfeit."""
    return written(tmp_path / "in", *LINES)


def written(folder: Path, *lines: str, config: str = CONFIG) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "config.tsh").write_text(config, encoding="latin-1")
    (folder / "a.t").write_text("".join(f"{line}\n" for line in lines), encoding="latin-1")
    return folder


def test_an_import_tells_what_it_found(folder: Path) -> None:
    assert answer("tsh_import", folder, "--slug", "spring")["divisions"] == [
        {"name": "A", "players": 3, "rounds": 2, "rounds_complete": 2}
    ]
    assert Tournament.objects.get().name == "Spring"


def test_standings_give_numbers_in_the_shapes_of_the_contract(folder: Path) -> None:
    answer("tsh_import", folder, "--slug", "spring")
    (table,) = answer("standings", "spring")["divisions"]
    assert (table["name"], table["round"]) == ("A", 2)
    assert table["rows"][0] == {
        "rank": 1,
        "number": 1,
        "name": "Ada Abbot",
        "wins": 2.0,
        "losses": 0.0,
        "spread": 130,
        "capped_spread": 130,
        "raw_spread": 130,
        "rating": 1500,
        "withdrawn": False,
    }
    assert [row["spread"] for row in table["rows"]] == [130, 40, -180]
    assert [t["round"] for t in answer("standings", "spring", "--round", "all")["divisions"]] == [
        1,
        2,
    ]
    assert answer("standings", "spring", "--round", 0)["divisions"][0]["rows"][0]["rank"] == 1


def test_standings_can_be_ranked_under_the_separate_cap(tmp_path: Path) -> None:
    config = CONFIG + "config standings_spread_cap = 60\n"
    answer("tsh_import", written(tmp_path / "in", *LINES, config=config), "--slug", "spring")
    rows = answer("standings", "spring", "--capped")["divisions"][0]["rows"]
    assert [(row["number"], row["capped_spread"]) for row in rows] == [(1, 70), (2, 40), (3, -120)]


def test_starts_are_those_recorded(folder: Path) -> None:
    answer("tsh_import", folder, "--slug", "spring")
    one, two = answer("starts", "spring", "--division", "A")["divisions"][0]["rounds"]
    assert one["boards"] == [
        {"board": None, "first": 1, "second": 2, "players": [1, 2], "decided_by": "recorded"}
    ]
    assert one["forfeits"] == [{"number": 3, "counted_as": "first"}]
    assert (two["byes"], two["forfeits"], two["absent"]) == ([2], [], [])


def test_export_and_import_give_the_same_event(folder: Path, tmp_path: Path) -> None:
    answer("tsh_import", folder, "--slug", "spring")
    assert answer("tsh_export", "spring", tmp_path / "out") == {
        "files": ["a.t", "config.tsh"],
        "report": [],
    }
    assert "; mood 7" in (tmp_path / "out" / "a.t").read_text()
    assert "hue" in (tmp_path / "out" / "config.tsh").read_text()
    answer("tsh_import", tmp_path / "out", "--slug", "again")
    digests = {answer("replay", slug)["digest"] for slug in ("spring", "again")}
    assert len(digests) == 1


def test_a_forfeit_that_was_a_bye_after_all_is_exported_without_the_start_charged_for_it(
    folder: Path, tmp_path: Path
) -> None:
    """A side beside a bye is a start to tsh, and a contradiction to whoever reads the file."""
    answer("tsh_import", folder, "--slug", "spring")
    place: dict[str, Any] = {"event": "spring", "division": "A", "round": 1, "entry": 3}
    execute(RecordSitOut(**place, outcome="bye"), actor=CONSOLE, reason="misread")
    answer("tsh_export", "spring", tmp_path / "out")
    assert "p12 0 2;" in (tmp_path / "out" / "a.t").read_text().splitlines()[2]
    assert answer("tsh_import", tmp_path / "out", "--slug", "again")["report"] == []


@pytest.mark.parametrize(
    "ruled",
    [
        {"score": 400, "opponent_score": 300, "reason": "time", "winner": 2, "award": 10},
        {"reason": "adjudicated", "winner": 2},
    ],
    ids=["against the scores", "without scores"],
)
def test_an_export_says_which_outcomes_a_tsh_file_cannot_carry(
    ruled: dict[str, Any], tmp_path: Path
) -> None:
    direct(rounds=1)
    place: dict[str, Any] = {"event": "open", "division": "A", "round": 1, "entry": 1}
    execute(CorrectResult(**place, **ruled), actor=CONSOLE, reason="overtime")
    (lost,) = answer("tsh_export", "open", tmp_path)["report"]
    assert (lost["code"], lost["division"], lost["round"]) == ("outcome.not_in_tsh", "A", 1)


def test_an_export_says_by_what_tsh_rates_where_it_lacks_the_rating_system(tmp_path: Path) -> None:
    direct(rounds=1)
    place: dict[str, Any] = {"event": "open", "division": "A", "confirmed": True}
    execute(ChangeRules(**place, rating_system="naspa2024-csw"), actor=CONSOLE)
    (lost,) = answer("tsh_export", "open", tmp_path)["report"]
    assert lost == {
        "code": "rating_system.not_in_tsh",
        "division": "A",
        "message": (
            "Division A: the file says naspa-csw, because tsh does not know NASPA since "
            "2024, Collins list, no floor."
        ),
    }


def test_a_public_export_names_people_as_they_chose(folder: Path, tmp_path: Path) -> None:
    player = {"given_name": "Ada", "family_name": "Abbot", "association_number": "AA000001"}
    execute(AddPlayer(key="ada", public_name_style="initial", **player), actor=CONSOLE)
    answer("tsh_import", folder, "--slug", "spring")
    assert answer("standings", "spring")["divisions"][0]["rows"][0]["name"] == "Ada A."
    answer("tsh_export", "spring", tmp_path / "out", "--public")
    told = (tmp_path / "out" / "a.t").read_text()
    assert "Abbot" not in told
    assert "AA000001" not in told
    answer("tsh_export", "spring", tmp_path / "own")
    assert "Abbot, Ada" in (tmp_path / "own" / "a.t").read_text()


@pytest.mark.parametrize(
    ("place", "line", "named", "field"),
    [
        (0, "Abbot, Ada 1500 2 x; 400 420", 1, "rating"),
        # Of two lines that contradict each other the first is named, and both in the sentence.
        (1, "Botham, Bea 1400 3 0; 390 50", 1, "opponents"),
        (1, "Botham, Bea 1400 1 9; 390 50", 2, "opponents"),
        (2, "Colby, Cleo 1300 0 1; -50 many", 3, "scores"),
        (2, "Colby, Cleo", 3, "rating"),
    ],
)
def test_a_malformed_line_is_named_and_nothing_is_stored(
    tmp_path: Path, place: int, line: str, named: int, field: str
) -> None:
    lines = [*LINES]
    lines[place] = line
    error = refusal("tsh_import", written(tmp_path / "in", *lines), "--slug", "spring")
    assert error["file"] == "a.t"
    assert (error["line"], error["field"]) == (named, field)
    assert not Tournament.objects.exists()
    assert not JournalEntry.objects.exists()


def test_perl_lines_are_reported_and_never_run(tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    config = f"{CONFIG}perl system('touch {mark}')\n"
    told = answer("tsh_import", written(tmp_path / "in", *LINES, config=config), "--slug", "spring")
    assert any("perl" in line["code"] for line in told["report"])
    assert not mark.exists()


def test_what_does_not_exist_is_refused(folder: Path, tmp_path: Path) -> None:
    for command in ("standings", "starts", "replay", "rate"):
        assert refusal(command, "nowhere")["code"] == "event.unknown"
    assert refusal("tsh_import", tmp_path / "none", "--slug", "x")["message"]
    answer("tsh_import", folder, "--slug", "spring")
    assert refusal("tsh_import", folder, "--slug", "spring")["code"] == "event.taken"
    assert refusal("standings", "spring", "--division", "Z")["code"] == "division.unknown"
    for number in ("3", "-1", "x", "²", "1e3"):
        assert refusal("standings", "spring", f"--round={number}")["code"] == "round.unknown"
    (tmp_path / "file").write_text("")
    assert refusal("tsh_export", "spring", tmp_path / "file" / "x")["code"] == "folder.unwritable"


def test_a_division_whose_system_is_not_installed_is_refused_with_the_reason(
    folder: Path,
) -> None:
    answer("tsh_import", folder, "--slug", "spring")
    assert "not rated" in refusal("rate", "spring", "--wait")["message"]
    wrong = refusal("rate", "spring", "--system", "glicko", "--wait")
    assert wrong["code"] == "system.not_installed"
    assert "naspa" in wrong["message"]


def direct(rounds: int = 2) -> None:
    place: dict[str, Any] = {"event": "open", "division": "A"}
    commands: list[Any] = [
        CreateEvent(event="open", name="Open"),
        CreateDivision(event="open", name="A", planned_rounds=3),
        *(AddEntry(**place, members=(Member(name=f"P{n}"),), rating=n * 100) for n in range(5)),
    ]
    for number in range(1, rounds + 1):
        pairs = (HandPairing(one=1, two=2), HandPairing(one=3, two=4))
        commands += [
            SetUpRound(**place, round=number, boards=pairs, byes=(5,)),
            PublishRound(**place, round=number),
            EnterResult(**place, round=number, entry=1, score=400, opponent_score=300),
            EnterResult(**place, round=number, entry=4, score=350, opponent_score=350),
        ]
    commands.append(UndoEntry(journal="event:open", seq=len(commands)))
    for command in commands:
        execute(command, actor=CONSOLE)


def test_a_replay_in_another_process_gives_the_same_event() -> None:
    direct()
    with in_a_process():
        told = answer("replay", "open")
    assert told["equal"]
    assert told["entries"] == JournalEntry.objects.count()


@pytest.mark.both_databases("json")
def test_a_replay_finds_a_row_that_was_changed_behind_the_journals_back() -> None:
    direct()
    with writing():
        Result.objects.filter(score_one=400).update(score_one=401)
        Entry.objects.filter(number=1).update(rating=1)
    told = leaves("replay", "open", code=1)
    assert told["equal"] is False
    assert any("400" in line and "401" in line for line in told["differences"])


@pytest.mark.django_db(transaction=True)
def test_a_rating_is_told_as_the_contract_says(worker: Path) -> None:
    direct(rounds=1)
    (division,) = answer("rate", "open", "--wait")["divisions"]
    assert (division["name"], division["system"]) == ("A", "naspa2024")
    first = division["rows"][0]
    assert set(first) == {"number", "old", "new", "games", "wins", "expected", "performance"}
    assert (first["number"], first["old"], first["games"], first["wins"]) == (1, 400, 1, 1.0)
    again = answer("rate", "open", "--wait")["divisions"]
    assert again == [division]
    assert answer("replay", "open")["equal"]
