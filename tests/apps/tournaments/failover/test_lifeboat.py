"""The director may have the lifeboat written; only the operator chooses its folder."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.urls import reverse

from core.errors import UserError
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, at, enter, give, new_event, publish, signed_in
from tests.builders.events import a_played_event
from tests.builders.lifeboats import head, names
from tests.pages import source_at
from tournaments.closing.commands import CloseEvent
from tournaments.event.commands.event import CreateEvent
from tournaments.failover.lifeboat import folder as disk
from tournaments.failover.lifeboat import writing
from tournaments.failover.lifeboat.choosing import choose_folder
from tournaments.failover.lifeboat.status import status_of
from tournaments.failover.lifeboat.writing import lifeboat_after, write_now, write_when_due
from tournaments.models import Lifeboat, Tournament

pytestmark = pytest.mark.django_db

Committed = Callable[..., Any]


@pytest.fixture
def event(stick: Path) -> Tournament:
    """An event of four whose lifeboat was written before round 1."""
    made = new_event()
    choose_folder(made, str(stick))
    write_now(made)
    return made


def last() -> int:
    return JournalEntry.objects.filter(stream__key=f"event:{SLUG}").count()


def row() -> Lifeboat:
    return Lifeboat.objects.get()


# Who may


def test_the_director_writes_it_but_does_not_choose_the_folder(
    event: Tournament, tmp_path: Path
) -> None:
    client = signed_in("dora")
    assert client.post(at("desk-lifeboat"), {"folder": str(tmp_path / "other")}).status_code == 403
    assert not (tmp_path / "other").exists()
    publish(1, (1, 2), (3, 4))
    assert client.post(at("desk-lifeboat"), {"write": "now"}).status_code == 302
    assert row().written_seq == last()
    assert b"Where it is kept" not in client.get(at("desk-lifeboat")).content


def test_another_director_neither_sees_nor_writes_it(event: Tournament) -> None:
    client = signed_in("other")
    assert client.get(at("desk-lifeboat")).status_code == 403
    assert client.post(at("desk-lifeboat"), {"write": "now"}).status_code == 403


def test_the_operator_chooses_a_folder_and_it_is_written_at_once(tmp_path: Path) -> None:
    new_event()
    client = signed_in("boss", operator=True)
    answer = client.post(at("desk-lifeboat"), {"folder": str(tmp_path / "new")}, follow=True)
    place = tmp_path / "new" / SLUG
    assert f"{tmp_path / 'new'} did not exist and was created." in answer.content.decode()
    assert "on the same disk as Wallchart" in answer.content.decode()
    assert f"Written to {place}." in answer.content.decode()
    assert head(place)["entries"] == last()
    assert str(place) in source_at(signed_in("dora"), at("desk-lifeboat"))


def test_only_the_operator_continues_an_event() -> None:
    assert signed_in("dora").get(reverse("desk-continue")).status_code == 403
    assert signed_in("boss", operator=True).get(reverse("desk-continue")).status_code == 200


# Which folder


def test_the_overview_says_that_there_is_no_lifeboat_until_there_is_one_or_the_event_is_over(
    stick: Path,
) -> None:
    made = new_event()
    said = "There is no lifeboat: if this computer dies, the event is lost. Choose a folder."
    client = signed_in("dora")

    def overview() -> str:
        return source_at(client, at("desk-event"))

    assert said in overview()
    choose_folder(made, str(stick))
    assert said not in overview()
    choose_folder(made, "")
    assert said in overview()
    give(CloseEvent(event=SLUG, confirmed=True))
    assert said not in overview()


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("stick", "Give the full path of the folder; stick is not one."),
        ("{base}/static", "{base}/static belongs to Wallchart itself"),
        ("{var}/lifeboat", "{var}/lifeboat belongs to Wallchart itself"),
        ("{tmp}/none/x", "Neither {tmp}/none/x nor {tmp}/none exists."),
        ("{tmp}/file", "{tmp}/file cannot be written to: a file with that name already exists."),
        ("{tmp}/file/x", "{tmp}/file/x cannot be written to: part of the path is a file."),
    ],
)
def test_a_folder_that_cannot_be_used_is_refused_beside_the_field(
    folder: str, said: str, tmp_path: Path, settings: Any
) -> None:
    new_event()
    (tmp_path / "file").write_text("mine")
    words = {
        "base": settings.BASE_DIR,
        "var": Path(settings.STATIC_ROOT).parent,
        "tmp": tmp_path,
    }
    typed = folder.format(**words)
    client = signed_in("boss", operator=True)
    answer = client.post(at("desk-lifeboat"), {"folder": typed})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert page.count(said.format(**words)) == 2
    assert f'value="{typed}"' in page
    assert not Lifeboat.objects.exclude(folder="").exists()


def test_the_installations_own_folder_takes_every_event_but_no_rehearsal(
    stick: Path, settings: Any
) -> None:
    settings.LIFEBOAT = str(stick)
    new_event()
    give(CreateEvent(event="practice", name="Practice", rehearsal=True))
    publish(1, (1, 2), (3, 4))
    write_when_due(SLUG)
    write_when_due("practice")
    assert [path.name for path in stick.iterdir()] == [SLUG]


def test_a_lifeboat_rests_the_longer_the_longer_the_last_one_took(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def rest_after(seconds: float) -> float:
        ticks = iter((100.0, 100.0 + seconds))
        asked = Mock()
        with monkeypatch.context() as patch:
            patch.setattr(writing, "monotonic", lambda: next(ticks))
            patch.setattr(writing, "in_background", asked)
            write_now(event)
            lifeboat_after(SLUG)
        pause: float = asked.call_args.kwargs["pause"]
        return pause

    assert [rest_after(seconds) for seconds in (0.01, 1.0, 60.0)] == [2.0, 20.0, 30.0]


def test_an_event_without_a_folder_has_no_lifeboat_and_is_told_so() -> None:
    made = new_event()
    publish(1, (1, 2), (3, 4))
    write_when_due(SLUG)
    assert not Lifeboat.objects.exists()
    assert "No folder is chosen" in source_at(signed_in("dora"), at("desk-lifeboat"))
    with pytest.raises(UserError, match="has no lifeboat folder yet"):
        write_now(made)


# When


def test_a_publication_is_followed_by_a_new_state_once_it_is_committed(
    event: Tournament, stick: Path, django_capture_on_commit_callbacks: Committed
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        publish(1, (1, 2), (3, 4))
    assert head(stick / SLUG)["entries"] == last()
    assert "pages/A/pairings/names/index.html" in names(stick / SLUG / "now")


def test_closing_the_event_and_taking_it_back_is_each_followed_by_a_new_state(
    event: Tournament, stick: Path
) -> None:
    give(CloseEvent(event=SLUG, confirmed=True))
    write_when_due(SLUG)
    assert head(stick / SLUG)["entries"] == last()


def test_nine_results_wait_and_the_tenth_is_followed_by_a_new_state(stick: Path) -> None:
    a_played_event(SLUG, players=20, rounds=1, open_games=10)
    choose_folder(Tournament.objects.get(), str(stick))
    write_now(Tournament.objects.get())
    before = last()
    for done in range(1, 11):
        enter(1, done, 400, 300)
        write_when_due(SLUG)
        assert row().written_seq == (before if done < 10 else before + 10)


def test_it_is_not_written_twice_for_the_same_journal(event: Tournament, stick: Path) -> None:
    written = head(stick / SLUG)["written_at"]
    write_when_due(SLUG)
    assert head(stick / SLUG)["written_at"] == written


# When the disk fails


def _failing(monkeypatch: pytest.MonkeyPatch, step: str, number: int) -> None:
    """Let the disk fail from the nth call of one of its operations on."""
    calls = 0
    owner, name = {"rename": (Path, "rename"), "mkdir": (Path, "mkdir")}.get(step, (os, step))
    real = getattr(owner, name)

    def fail(*args: Any, **more: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls > number:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(*args, **more)

    monkeypatch.setattr(owner, name, fail)


@pytest.mark.parametrize(
    ("step", "number"),
    [*product(["fsync", "mkdir"], [0, 1, 5]), *product(["rename"], [0, 1, 2])],
)
def test_a_disk_that_is_full_at_any_step_leaves_the_last_state_and_the_event_goes_on(
    event: Tournament, stick: Path, step: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(1, (1, 2), (3, 4))
    write_now(event)
    kept = last()
    enter(1, 1, 400, 380)
    with monkeypatch.context() as broken:
        _failing(broken, step, number)
        with pytest.raises(UserError, match="the disk is full"):
            write_now(event)
    whole = disk.state_in(stick / SLUG)
    assert whole is not None
    assert json.loads((whole / "lifeboat.json").read_text("utf-8"))["entries"] == kept
    assert row().written_seq == kept
    assert "the disk is full" in status_of(event).warning
    write_when_due(SLUG)
    assert head(stick / SLUG)["entries"] == row().written_seq == last()
    assert status_of(event).warning == ""
    assert {path.name for path in (stick / SLUG).iterdir()} == {"now", "before"}


def test_the_overview_says_since_when_nothing_was_saved_and_why_until_it_works_again(
    event: Tournament, stick: Path
) -> None:
    (stick / SLUG).rename(stick / "away")
    publish(1, (1, 2), (3, 4))
    write_when_due(SLUG)
    client = signed_in("dora")
    for address in (at("desk-event"), at("desk-lifeboat")):
        page = source_at(client, address)
        assert "Nothing has been saved in the lifeboat since" in page
        assert f"{stick / SLUG} is no longer there. Was the disk unplugged?" in page
    (stick / "away").rename(stick / SLUG)
    enter(1, 1, 400, 380)
    write_when_due(SLUG)
    assert "Nothing was saved" not in source_at(client, at("desk-event"))
    assert row().written_seq == last()


def test_an_empty_folder_where_a_stick_was_is_written_to_only_when_asked(
    event: Tournament, stick: Path
) -> None:
    (stick / SLUG).rename(stick.parent / "away")
    publish(1, (1, 2), (3, 4))
    write_when_due(SLUG)
    assert list(stick.iterdir()) == []
    assert write_now(event).entries == last()
    assert row().error == ""


def test_a_fault_of_the_program_is_said_and_does_not_stop_the_event(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(1, (1, 2), (3, 4))
    with monkeypatch.context() as broken:
        broken.setattr(
            "tournaments.failover.lifeboat.writing.contents_of", Mock(side_effect=KeyError)
        )
        write_when_due(SLUG)
    assert "This is a fault in the program; see the log." in status_of(event).warning
    write_when_due(SLUG)
    assert status_of(event).warning == ""


# What others put there


def test_what_is_no_lifeboat_is_never_overwritten(stick: Path) -> None:
    made = new_event()
    (stick / SLUG / "now").mkdir(parents=True)
    (stick / SLUG / "now" / "thesis.doc").write_text("mine")
    choose_folder(made, str(stick))
    with pytest.raises(UserError, match="contains other files, or choose another folder"):
        write_now(made)
    assert names(stick) == {f"{SLUG}/now/thesis.doc"}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"made": "1999"}, "is the lifeboat of another event called spring"),
        ({"entries": 999}, "has a later state of this event, with 999 log entries"),
        ({"course": "0"}, "has a different course of this event, continued elsewhere"),
        ({"event": 5}, "is not the head of a lifeboat"),
        ({"wallchart_lifeboat": 9}, "was written by a newer version of Wallchart"),
    ],
)
def test_a_state_that_this_event_does_not_follow_on_is_not_overwritten(
    event: Tournament, stick: Path, change: dict[str, Any], said: str
) -> None:
    file = stick / SLUG / "now" / "lifeboat.json"
    changed = json.dumps({**head(stick / SLUG), **change})
    file.write_text(changed, "utf-8")
    publish(1, (1, 2), (3, 4))
    with pytest.raises(UserError, match=said):
        write_now(event)
    assert file.read_text("utf-8") == changed
    assert said in status_of(event).warning


# Handing over


def test_a_director_hands_the_event_to_an_account_that_may_direct(event: Tournament) -> None:
    client, other = signed_in("dora"), signed_in("olga")
    address = at("desk-appoint-director")
    refused = client.post(address, {"director": "nobody"})
    assert refused.status_code == 422
    assert "There is no account nobody that can sign in." in refused.content.decode()
    assert client.post(address, {"director": "olga"}).status_code == 302
    assert client.get(at("desk-lifeboat")).status_code == 403
    assert other.get(at("desk-lifeboat")).status_code == 200


def test_sending_the_form_to_hand_over_twice_does_it_once(event: Tournament) -> None:
    client: Client = signed_in("boss", operator=True)
    signed_in("olga")
    typed = {"director": "olga", "token": "0" * 32}
    before = last()
    answers = [client.post(at("desk-appoint-director"), typed) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 302]
    assert last() == before + 1
