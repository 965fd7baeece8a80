"""One process at a time writes the lifeboat of an event, for as long as a slow stick takes."""

from __future__ import annotations

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest
from django.utils import timezone

from core.errors import UserError
from core.models import JournalEntry
from tests.apps.tournaments.desk_events import SLUG, new_event, publish
from tests.builders.lifeboats import head
from tournaments.failover.lifeboat import claim
from tournaments.failover.lifeboat.choosing import choose_folder
from tournaments.failover.lifeboat.claim import SILENCE
from tournaments.failover.lifeboat.writing import write_now, write_when_due
from tournaments.models import Lifeboat, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(stick: Path) -> Tournament:
    """An event whose lifeboat was written before round 1, and is due."""
    made = new_event()
    choose_folder(made, str(stick))
    write_now(made)
    publish(1, (1, 2), (3, 4))
    return made


def last() -> int:
    return JournalEntry.objects.filter(stream__key=f"event:{SLUG}").count()


def row() -> Lifeboat:
    return Lifeboat.objects.get()


def slowly(monkeypatch: pytest.MonkeyPatch, after: Callable[[], object]) -> None:
    """Has something happen whenever the stick has taken a file."""
    real = os.fsync

    def slow(file: int) -> None:
        real(file)
        after()

    monkeypatch.setattr(claim, "KEPT_EVERY_S", 0.0)
    monkeypatch.setattr(os, "fsync", slow)


def test_two_processes_never_write_at_once_and_a_silent_one_is_forgotten(
    event: Tournament,
) -> None:
    Lifeboat.objects.update(claimed_at=timezone.now())
    write_when_due(SLUG)
    with pytest.raises(UserError, match="being written at the moment"):
        write_now(event)
    assert row().written_seq < last()
    Lifeboat.objects.update(claimed_at=timezone.now() - SILENCE)
    write_when_due(SLUG)
    assert (row().written_seq, row().claimed_at) == (last(), None)


def test_a_writer_on_a_slow_stick_keeps_its_claim_until_it_is_through(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims: list[datetime | None] = []
    slowly(monkeypatch, lambda: claims.append(row().claimed_at))
    write_when_due(event.slug)
    assert len(set(claims)) > 10
    assert None not in claims
    assert (row().written_seq, row().claimed_at) == (last(), None)


def test_a_writer_that_was_taken_for_dead_leaves_the_place_to_the_other(
    event: Tournament, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = timezone.now()
    slowly(monkeypatch, lambda: Lifeboat.objects.update(claimed_at=others))
    before = head(stick / SLUG)
    write_when_due(event.slug)
    with pytest.raises(UserError, match="being written at the moment"):
        write_now(event)
    assert (row().claimed_at, row().error) == (others, "")
    assert head(stick / SLUG) == before
    assert not list((stick / SLUG).glob(".new-*"))
