"""Links of entries after a restore: the cards that were printed stay good, whatever the secret."""

from __future__ import annotations

from base64 import b32decode
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils.crypto import salted_hmac

from core.journal.guard import writing
from core.kept_keys import kept_key
from core.models import KeptKey
from tests.apps.tournaments.board_games.game_events import entry, link, played_event
from tests.contract_calls import answer
from tournaments.board_games.queries.entry_links import LINKS, token_of, tokens_of
from tournaments.models import Entry


def set_up_elsewhere(settings: Any) -> None:
    """Makes this installation one that was just set up, with another secret."""
    settings.SECRET_KEY = "another secret of another installation, as long as they are"
    connection.check_constraints()  # PostgreSQL empties no table of which it has one to check
    with writing():
        call_command("flush", interactive=False, verbosity=0)


@pytest.mark.django_db
def test_a_printed_link_opens_after_a_restore_under_another_secret(
    client: Client, settings: Any, tmp_path: Path
) -> None:
    played_event()
    printed, file = link(1), tmp_path / "kept.wallchart"
    answer("backup", file)
    set_up_elsewhere(settings)
    assert client.get(printed).status_code == 404
    answer("restore", file)
    assert client.get(printed).status_code == 200
    assert link(1) == printed


@pytest.mark.django_db
def test_another_installation_makes_other_links(settings: Any) -> None:
    played_event()
    ours = kept_key(LINKS)
    set_up_elsewhere(settings)
    assert kept_key(LINKS) != ours
    assert KeptKey.objects.filter(name=LINKS).count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("is_kept", [True, False])
def test_links_are_those_of_before_keys_were_kept_and_a_reader_writes_none(
    client: Client, is_kept: bool
) -> None:
    if not is_kept:
        KeptKey.objects.all().delete()
    played_event()
    one = entry(1)
    said = f"{one.tournament.slug}/{one.key}/{one.pk}/{one.tournament.links_renewed}"
    digest = salted_hmac("tournaments.entry_link", said, algorithm="sha256").digest()
    proof = token_of(one, one.tournament).rpartition(".")[2]
    assert b32decode(proof.upper()) == digest[:20]
    assert client.get(link(1)).status_code == 200
    assert KeptKey.objects.exists() == is_kept


@pytest.mark.django_db
def test_a_secret_that_changes_ends_no_link(client: Client, settings: Any) -> None:
    played_event()
    printed = link(1)
    settings.SECRET_KEY = "a secret that was changed, because somebody may have read it"
    call_command("migrate", verbosity=0)
    assert client.get(printed).status_code == 200


@pytest.mark.django_db
def test_the_links_of_a_division_ask_for_the_key_once() -> None:
    played_event()
    entries = list(Entry.objects.select_related("tournament"))
    with CaptureQueriesContext(connection) as queries:
        tokens = tokens_of(entries, entries[0].tournament)
    assert len(queries) == 1
    assert len(set(tokens.values())) == len(entries) == 4
