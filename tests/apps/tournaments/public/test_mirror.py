"""Whoever may run commands may mirror an event; the files say what everybody may see, no more."""

from __future__ import annotations

import json
import os
import re
from io import StringIO
from pathlib import Path
from unittest.mock import Mock
from urllib.parse import unquote

import pytest
from django.core.management import call_command

from core.errors import UserError
from core.mirror.books import MANIFEST
from core.mirror.files import AS_AT
from core.mirror.writing import Mirrored
from tests.builders.events import (
    HIDDEN,
    a_division,
    a_played_event,
    a_published_round,
    circle,
    give,
    hidden_players,
    some_results,
)
from tests.markup import Markup
from tournaments.event.commands.event import CreateEvent
from tournaments.public.jobs.mirror import mirror_event
from tournaments.results.commands.results import CorrectResult
from tournaments.rounds.commands.rounds import HandPairing, SetUpRound

pytestmark = pytest.mark.django_db


def mirror(folder: Path, slug: str = "spring") -> Mirrored:
    return mirror_event(slug, folder, progress=Mock())


def pages(folder: Path) -> dict[str, Markup]:
    """Returns every page of a mirror by its name below the folder."""
    return {
        str(path.relative_to(folder)): Markup(path.read_text(encoding="utf-8"))
        for path in folder.rglob("*.html")
    }


def bytes_of(folder: Path) -> dict[str, bytes]:
    """Returns what is in each file of a folder, but for the moment that a mirror is of."""
    files = {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    return {name: b"" if name == AS_AT else content for name, content in files.items()}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A mirror of an event of two divisions, one name of which has a space and a dot."""
    a_played_event(
        divisions=("A", "Div 1.5"), players=6, rounds=2, planned=3, registered=hidden_players()
    )
    mirror(tmp_path / "mirror")
    return tmp_path / "mirror"


def test_every_link_of_a_mirror_leads_to_a_file_of_it(folder: Path) -> None:
    found = pages(folder)
    assert "index.html" in found
    assert "Div 1.5/standings/2/index.html" in found
    lists = [name for name in found if re.search(r"reports/[a-z-]+/", name)]
    assert {"A/reports/high-win/index.html", "reports/high-win/index.html"} <= set(lists)
    assert len(found) - len(lists) == 3 + 2 * (8 + 5 * 2 + 2 * 6)
    for name, page in found.items():
        assert page.faults == [], name
        for link in page.links:
            if not link.startswith("#"):
                target = os.path.normpath(
                    folder / Path(name).parent / unquote(link.partition("#")[0])
                )
                assert Path(target).is_file(), (name, link)


def test_what_the_style_sheets_of_a_mirror_refer_to_is_in_it(folder: Path) -> None:
    named = {
        sheet.parent / name
        for sheet in folder.rglob("*.css")
        for name in re.findall(r'url\("([^"]+)"\)', sheet.read_text(encoding="utf-8"))
    }
    assert named
    assert all(path.is_file() for path in named)


def test_sheets_and_scripts_of_a_mirror_are_without_comments(folder: Path) -> None:
    ours = [*(folder / "-/css").glob("*.css"), *(folder / "-/js").glob("*.js")]
    assert {path.suffix for path in ours} == {".css", ".js"}
    for path in ours:
        text = path.read_text(encoding="utf-8")
        assert re.search(r"^\s*(/\*|//)", text, re.MULTILINE) is None, path.name


def test_every_page_of_a_mirror_can_be_reached_from_the_first(folder: Path) -> None:
    found = pages(folder)
    reached, waiting = set(), ["index.html"]
    while waiting:
        name = waiting.pop()
        reached.add(name)
        below = Path(name).parent
        links = {os.path.normpath(below / unquote(link)) for link in found[name].links}
        waiting += [link for link in links if link in found and link not in reached]
    assert reached == set(found)


def test_no_file_says_a_name_that_a_player_keeps_back_nor_what_the_mirror_lacks(
    folder: Path,
) -> None:
    for name, content in bytes_of(folder).items():
        text = content.decode(errors="replace")
        assert not [hidden for hidden in HIDDEN if hidden in text], name
        assert "All events" not in text, name


def test_a_draft_is_in_no_file(folder: Path) -> None:
    boards = tuple(HandPairing(one=one, two=two) for one, two in circle(6, 3)[0])
    give(SetUpRound(event="spring", division="A", round=3, boards=boards))
    mirror(folder)
    assert not [name for name in pages(folder) if name.startswith("A/pairings/3")]


def test_a_second_run_writes_nothing(folder: Path) -> None:
    before = bytes_of(folder)
    done = mirror(folder)
    assert (done.files, done.changed) == (len(before) - 1, 0)
    assert bytes_of(folder) == before


def test_only_files_that_say_something_else_are_written_again(folder: Path) -> None:
    before = bytes_of(folder)
    give(
        CorrectResult(event="spring", division="A", round=2, entry=1, score=555, opponent_score=5),
        reason="misread",
    )
    done = mirror(folder)
    after = bytes_of(folder)
    changed = {name for name in after if after[name] != before[name]} - {MANIFEST}
    assert done.changed == len(changed)
    assert "A/results/2/index.html" in changed
    assert "A/standings/2/index.html" in changed
    # What the first round came to is the same as before, but for the moment it was looked at.
    assert "A/results/1/index.html" not in changed
    assert not [name for name in changed if name.startswith("Div 1.5/")]


def test_a_file_that_went_missing_comes_back(folder: Path) -> None:
    (folder / "A/results/1/index.html").unlink()
    assert mirror(folder).changed == 1
    assert (folder / "A/results/1/index.html").is_file()


def test_what_is_gone_from_the_event_goes_from_the_mirror_and_nothing_else(folder: Path) -> None:
    (folder / "photo.txt").write_text("ours")
    (folder / "A" / "note.txt").write_text("ours")
    books = json.loads((folder / MANIFEST).read_text())
    books["files"]["B/standings/index.html"] = ["", ""]
    books["files"]["../outside.txt"] = ["", ""]
    (folder / MANIFEST).write_text(json.dumps(books))
    (folder / "B/standings").mkdir(parents=True)
    (folder / "B/standings/index.html").write_text("stale")
    (folder.parent / "outside.txt").write_text("not the mirror's")
    assert mirror(folder).changed == 1
    assert not (folder / "B").exists()
    assert (folder / "photo.txt").is_file()
    assert (folder / "A" / "note.txt").is_file()
    assert (folder.parent / "outside.txt").is_file()


@pytest.mark.parametrize("there", ["holiday.txt", "-/mirror.json"])
def test_a_folder_of_somebody_else_is_refused_and_left_alone(tmp_path: Path, there: str) -> None:
    a_played_event(players=4, rounds=1)
    (tmp_path / there).parent.mkdir(exist_ok=True)
    (tmp_path / there).write_text("mine")
    with pytest.raises(UserError) as refusal:
        mirror(tmp_path)
    assert refusal.value.code in {"mirror.not_empty", "mirror.books"}
    assert bytes_of(tmp_path) == {there: b"mine"}


def test_the_mirror_of_another_event_is_refused(folder: Path) -> None:
    a_played_event("autumn", players=4, rounds=1)
    before = bytes_of(folder)
    with pytest.raises(UserError) as refusal:
        mirror(folder, "autumn")
    assert refusal.value.code == "mirror.other_event"
    assert bytes_of(folder) == before


def test_a_file_of_others_where_a_page_is_to_stand_is_refused(folder: Path) -> None:
    (folder / "A/results/3").mkdir()
    (folder / "A/results/3/index.html").write_text("mine")
    a_published_round("spring", "A", 3, players=6)
    with pytest.raises(UserError) as refusal:
        mirror(folder)
    assert refusal.value.code == "mirror.foreign"
    assert (folder / "A/results/3/index.html").read_text() == "mine"


def test_a_mirror_follows_the_event(folder: Path) -> None:
    pairs = a_published_round("spring", "A", 3, players=6)
    some_results("spring", "A", 3, pairs)
    mirror(folder)
    assert "Final standings after round 3" in pages(folder)["A/standings/index.html"].text


def test_the_command_prints_what_it_did(tmp_path: Path) -> None:
    give(CreateEvent(event="spring", name="Spring Open"))
    a_division("spring", players=2, planned=1)
    out = StringIO()
    call_command("mirror", "spring", str(tmp_path / "m"), as_json=True, stdout=out)
    printed = json.loads(out.getvalue())
    assert set(printed) == {"files", "changed", "seconds"}
    assert printed["files"] == printed["changed"] == len(bytes_of(tmp_path / "m")) - 1


def test_an_unknown_event_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError) as refusal:
        mirror(tmp_path / "m", "nothing")
    assert refusal.value.code == "event.unknown"
    assert not (tmp_path / "m").exists()
