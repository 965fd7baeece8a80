"""No row that the journal backs is written outside a command."""

import pytest
from django.db import connection, models

from core.journal.guard import WRITTEN_OUTSIDE_COMMANDS, WrittenOutsideCommand, writing
from core.journal.ledger import journaled_models
from core.models import Job, JournalEntry, StoredPage, Stream
from people.models import Club
from tournaments.models import Division, Entry, Seat, Tournament

pytestmark = [pytest.mark.both_databases("statements"), pytest.mark.django_db]


@pytest.mark.parametrize("model", [*journaled_models(), JournalEntry, Stream])
def test_a_journal_backed_table_cannot_be_written_outside_a_command(
    model: type[models.Model],
) -> None:
    with pytest.raises(WrittenOutsideCommand):
        model._default_manager.all()._raw_delete("default")


def test_a_planted_insert_update_and_delete_are_each_caught() -> None:
    with pytest.raises(WrittenOutsideCommand):
        Tournament.objects.create(slug="planted", name="Planted")
    with pytest.raises(WrittenOutsideCommand):
        Entry.objects.update(rating=2000)
    with pytest.raises(WrittenOutsideCommand):
        Seat.objects.all()._raw_delete("default")
    with pytest.raises(WrittenOutsideCommand), connection.cursor() as cursor:
        cursor.execute('  update "people_club" set name = %s', ["x"])


def test_inside_a_command_the_same_writes_pass() -> None:
    with writing():
        Club.objects.create(slug="here", name="Here")
    assert Club.objects.get().name == "Here"


def test_what_the_list_excepts_may_be_written() -> None:
    Job.objects.update(error="")
    StoredPage.objects.all().delete()


def test_every_exception_names_a_table_and_a_reason() -> None:
    tables = set(connection.introspection.table_names())
    for name, reason in WRITTEN_OUTSIDE_COMMANDS.items():
        assert len(reason) > 20 or name.startswith("django_"), name
        if name != "new__":
            assert any(t == name or (name.endswith("_") and t.startswith(name)) for t in tables)


def test_every_table_of_our_apps_is_either_journaled_or_excepted() -> None:
    journaled = {model._meta.db_table for model in journaled_models()}
    own = {"core_stream", "core_journalentry"}
    ours = {
        table
        for table in connection.introspection.table_names()
        if table.split("_")[0] in ("core", "lexicon", "people", "tournaments", "ratings", "games")
    }
    assert ours - journaled - own == set(WRITTEN_OUTSIDE_COMMANDS) & ours
    assert Division._meta.db_table in journaled
