"""The operator continues an event from its lifeboat: all of it comes in, or nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from core.errors import UserError
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from people.commands import AddPlayer, ChangePlayer
from people.models import Player
from tests.apps.tournaments.desk_events import account, enter, give, signed_in
from tests.builders.events import HIDDEN, a_played_event, hidden_players
from tests.builders.lifeboats import forget
from tests.contract_calls import answer, refusal
from tests.pages import source_at
from tournaments.failover.lifeboat.continuing import continue_from, files_in
from tournaments.failover.lifeboat.writing import write_now
from tournaments.failover.queries.replay_digest import digest, project
from tournaments.models import Tournament
from tournaments.results.commands.results import CorrectResult

pytestmark = pytest.mark.django_db

SLUG = "spring"


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the lifeboat that whoever needs it first writes; the others copy it."""
    return tmp_path_factory.mktemp("lifeboat")


@pytest.fixture
def place(kept: Path, tmp_path: Path) -> Path:
    """The lifeboat of an event with an undone correction and an open game; it is forgotten here."""
    if not any(kept.iterdir()):
        a_played_event(SLUG, divisions=("A", "B"), players=7, rounds=3, open_games=1)
        where: dict[str, Any] = {"event": SLUG, "division": "A", "round": 2, "entry": 2}
        give(CorrectResult(**where, score=1, opponent_score=2, confirmed=True), reason="slip")
        last = JournalEntry.objects.filter(stream__key=f"event:{SLUG}").count()
        give(UndoEntry(journal=f"event:{SLUG}", seq=last))
        write_now(Tournament.objects.get(), kept)
        forget(SLUG)
    (written,) = kept.iterdir()
    copied: Path = copytree(written, tmp_path / written.name)
    return copied


def files(place: Path) -> dict[str, bytes]:
    return files_in(place)


@contextmanager
def refused(said: str) -> Iterator[None]:
    """Expect a refusal in these words that leaves nothing behind."""
    with pytest.raises(UserError, match=said) as caught:
        yield
    assert caught.value.message.endswith(".")
    assert not Tournament.objects.exists()
    assert not JournalEntry.objects.exists()


@pytest.mark.both_databases("transactions")
def test_an_event_goes_on_as_it_was(place: Path) -> None:
    done = continue_from(files(place))
    event = Tournament.objects.get()
    head = json.loads((place / "now" / "lifeboat.json").read_text("utf-8"))
    assert digest(project(event, {})) == head["digest"]
    assert (done.slug, done.entries, done.checked) == (SLUG, head["entries"], True)
    enter(3, 1, 400, 390, SLUG)
    assert JournalEntry.objects.latest("seq").seq == head["entries"] + 1


def test_an_event_goes_on_into_the_same_lifeboat(place: Path) -> None:
    continue_from(files(place))
    enter(3, 1, 400, 390, SLUG)
    written = write_now(Tournament.objects.get(), place.parent)
    assert written.place == place
    assert written.entries == JournalEntry.objects.filter(stream__key=f"event:{SLUG}").count()


def test_the_state_before_is_taken_when_the_last_swap_was_cut_short(place: Path) -> None:
    (place / "now").rename(place / "before")
    assert answer("continue_event", place)["slug"] == SLUG


def test_the_console_says_who_can_direct_it(place: Path) -> None:
    account("olga")
    data = answer("continue_event", place / "now", "--director", "olga")
    assert (data["director"], data["account"], data["unknown"]) == ("olga", True, 0)
    assert Tournament.objects.get().director == "olga"
    assert JournalEntry.objects.latest("seq").command == "event.director_appointed"


def test_an_event_that_nobody_can_direct_here_is_told_with_what_to_do(place: Path) -> None:
    assert answer("continue_event", place)["account"] is False
    forget(SLUG)
    said = continue_from(files(place)).sentence
    assert "Make an account under any name and hand it over to that" in said


def test_an_event_that_is_here_already_is_refused(place: Path) -> None:
    continue_from(files(place))
    before = JournalEntry.objects.count()
    error = refusal("continue_event", place)
    assert (error["code"], error["message"]) == (
        "event.taken",
        "An event spring already exists here.",
    )
    assert JournalEntry.objects.count() == before


def test_a_folder_without_a_lifeboat_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "nowhere"):
        assert refusal("continue_event", folder)["code"] == "lifeboat.none"


def test_a_journal_of_which_a_byte_changed_is_refused(place: Path) -> None:
    held = files(place)
    held["journal.jsonl"] = held["journal.jsonl"].replace(b'"score":', b'"score": ', 1)
    with refused("journal.jsonl does not match lifeboat.json"):
        continue_from(held)


@pytest.mark.both_databases("transactions")
def test_a_journal_that_gives_another_event_than_the_head_says_is_refused(place: Path) -> None:
    held = files(place)
    held["lifeboat.json"] = json.dumps(
        {**json.loads(held["lifeboat.json"]), "digest": "0"}
    ).encode()
    with refused("It gives a different event than lifeboat.json"):
        continue_from(held)


def _line(place: Path, number: int, **changes: Any) -> bytes:
    """Return the journal alone with one of its lines changed."""
    lines = files(place)["journal.jsonl"].splitlines(keepends=True)
    changed = {**json.loads(lines[number]), **changes}
    lines[number] = json.dumps(changed).encode() + b"\n"
    return b"".join(lines)


@pytest.mark.parametrize(
    ("number", "changes", "said"),
    [
        (0, {"stream": "register"}, "line 1: It is not the journal of an event"),
        (0, {"entries": 5}, "It has [0-9]+ entries instead of 5"),
        (0, {"wallchart_journal": 2}, "This is not a journal, or this version cannot read it"),
        (3, {"seq": 9}, "line 4: Entry no. 3 is missing"),
        (3, {"seq": "x"}, "line 4: This is not a line of a journal"),
        (3, {"schema": 99}, "was written by a newer version of Wallchart: entry.added"),
        (3, {"command": "dice.rolled"}, "newer version of Wallchart: dice.rolled is not known"),
        (3, {"payload": {}}, "line 4: entry.added"),
        (
            3,
            {"command": "player.added", "payload": {"key": "x", "given_name": "X"}},
            "line 4: It contains an entry of another journal",
        ),
        (4, {"payload": {"event": "spring", "division": "Z", "members": [{"name": "X"}]}}, "Z"),
    ],
)
def test_a_damaged_newer_or_foreign_journal_is_refused_with_the_place(
    place: Path, number: int, changes: dict[str, Any], said: str
) -> None:
    with refused(said):
        continue_from({"journal.jsonl": _line(place, number, **changes)})


DEEP = b"[" * 200_000
NO_LINES = {
    "a byte that is no text": b'{"a": "\xff"}',
    "nested deep": DEEP,
    "nested deep in a value": b'{"wallchart_journal": 1, "stream": ' + DEEP,
    "nested deep among what nobody reads": b'{"more": ' + DEEP,
}


@pytest.mark.parametrize("line", NO_LINES.values(), ids=list(NO_LINES))
@pytest.mark.parametrize("at", [0, 3])
def test_bytes_that_are_no_line_of_a_journal_are_told_with_their_place(
    place: Path, line: bytes, at: int
) -> None:
    lines = files(place)["journal.jsonl"].splitlines(keepends=True)
    lines[at] = line + b"\n"
    with refused(f"journal.jsonl, line {at + 1}: This is not a line of a journal"):
        continue_from({"journal.jsonl": b"".join(lines)})


@pytest.mark.parametrize("line", NO_LINES.values(), ids=list(NO_LINES))
@pytest.mark.parametrize("name", ["people.json", "lifeboat.json"])
def test_other_files_that_are_no_text_or_nested_deep_are_told_by_their_name(
    place: Path, line: bytes, name: str
) -> None:
    held = {"journal.jsonl": files(place)["journal.jsonl"], name: line}
    with refused(f"{name}: It is not a list of players|{name} is not the head of a lifeboat"):
        continue_from(held)


@pytest.mark.parametrize("depth", [100, 400, 900, 3_000])
def test_an_entry_that_is_nested_deep_in_itself_is_told_with_its_place(
    place: Path, depth: int
) -> None:
    text = _line(place, 3, payload={"overrides": "deep"})
    deep = b"[" * depth + b"]" * depth
    with refused("journal.jsonl, line 4: "):
        continue_from({"journal.jsonl": text.replace(b'"deep"', deep)})


@pytest.mark.both_databases("transactions")
def test_a_journal_that_was_cut_off_is_refused(place: Path) -> None:
    whole = files(place)["journal.jsonl"]
    with refused("journal.jsonl, line [0-9]+: This is not a line of a journal|It has"):
        continue_from({"journal.jsonl": whole[: len(whole) // 2]})
    with refused("journal.jsonl is missing"):
        continue_from({"people.json": b"[]"})


# Under which names


@pytest.fixture
def hidden(tmp_path: Path) -> Path:
    """The lifeboat of an event with two players who are seen under other names."""
    a_played_event(SLUG, players=4, rounds=1, registered=hidden_players())
    written = write_now(Tournament.objects.get(), tmp_path).place
    forget(SLUG)
    return written


def _public() -> str:
    client = signed_in("anybody", staff=False)
    return source_at(client, f"/events/{SLUG}/A/standings/")


def test_players_keep_the_name_they_chose_where_the_register_does_not_know_them(
    hidden: Path,
) -> None:
    held = files(hidden)
    for old in ("secretive", "reticent"):
        held = {
            name: data.replace(old.encode(), f"{old}-elsewhere".encode())
            for name, data in held.items()
        }
    del held["lifeboat.json"]
    done = continue_from(held)
    assert done.unknown == 0
    assert Player.objects.get(key="secretive-elsewhere").public_name == "Lady P"
    page = _public()
    assert not any(name in page for name in HIDDEN)


def test_players_whom_the_register_knows_stay_as_it_has_them(hidden: Path) -> None:
    give(ChangePlayer(key="secretive", alias="Lady Q"))
    continue_from(files(hidden))
    assert "Lady Q" in _public()


@pytest.mark.both_databases("transactions")
def test_an_association_number_that_somebody_has_here_is_left_out(hidden: Path) -> None:
    give(AddPlayer(key="other", given_name="Other", association_number="AA000001"))
    person = {"key": "new", "given_name": "New", "association_number": "AA000001"}
    held = {"journal.jsonl": files(hidden)["journal.jsonl"]}
    continue_from({**held, "people.json": json.dumps([person]).encode()})
    assert Player.objects.get(key="new").association_number == ""


@pytest.mark.parametrize("people", [b"", b"{}", b"5", b'[{"key": 5}]', b'["x"]'])
def test_a_list_of_people_that_is_none_is_refused(hidden: Path, people: bytes) -> None:
    held = {"journal.jsonl": files(hidden)["journal.jsonl"], "people.json": people}
    with pytest.raises(UserError, match=r"people\.json: It is not a list of players"):
        continue_from(held)
    assert not Tournament.objects.exists()


# At the desk


def _sent(place: Path, **names: str) -> list[SimpleUploadedFile]:
    return [
        SimpleUploadedFile(names.get(name.partition(".")[0], name), data)
        for name, data in files(place).items()
    ]


def test_the_operator_sends_the_files_and_is_led_to_the_event(place: Path) -> None:
    client = signed_in("boss", operator=True)
    sent = _sent(place, journal="journal (1).jsonl")
    page = client.post(reverse("desk-continue"), {"files_sent": sent}, follow=True)
    assert page.redirect_chain == [(reverse("desk-event", kwargs={"slug": SLUG}), 302)]
    assert "Spring Open continues here" in page.content.decode()


def test_a_file_that_is_none_is_refused_beside_the_field(place: Path) -> None:
    client = signed_in("boss", operator=True)
    for sent, said in (
        ([], "This field is required."),
        ([SimpleUploadedFile("notes.txt", b"x")], "journal.jsonl is missing."),
        ([SimpleUploadedFile("journal.jsonl", b"x")], "This is not a line of a journal."),
    ):
        page = client.post(reverse("desk-continue"), {"files_sent": sent})
        assert page.status_code == 422
        assert said in page.content.decode()
    assert not Tournament.objects.exists()
