"""The operator backs up and puts back from the desk; nobody else is told that one can."""

from __future__ import annotations

import re
import zipfile
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from core.backup import archive, before
from core.backup.asking import RestoreOutcome, leave_outcome, outcome_in, take_wish
from core.backup.automatic import automatic_name
from core.backup.automatic_job import AUTOMATIC
from core.backup.job import BACKUP
from core.backup.making import write_backup
from core.backup.trials import Trial, keep_trial
from core.jobs import run
from core.journal.guard import writing
from core.models import Job, JournalEntry
from desk.installation.preview import Compared, compared_event
from tests.apps.core.backups import rewritten
from tests.apps.tournaments.desk_events import SLUG, enter, new_event, publish, signed_in
from tests.pages import source

pytestmark = pytest.mark.django_db

NAME = "wallchart-2026-11-22-090000.backup"
INSTALLATION = "/desk/this_installation/"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, settings: Any) -> Path:
    """The folder of this machine's backups."""
    settings.BACKUPS_DIR = tmp_path / "backups"
    settings.UPKEEP_DIR = tmp_path / "run"
    settings.SUPERVISED = True
    for folder in (settings.BACKUPS_DIR, settings.UPKEEP_DIR):
        folder.mkdir()
    return tmp_path / "backups"


@pytest.fixture
def kept(here: Path) -> str:
    """A backup of an event in its first round; a result and another event came since."""
    new_event()
    publish(1, (1, 2), (3, 4))
    write_backup(here / NAME)
    enter(1, 1, 423, 389)
    new_event("autumn")
    long_ago()
    return reverse("desk-restore-one", kwargs={"name": NAME})


def long_ago() -> None:
    """Has everything been entered an hour ago."""
    with writing():
        JournalEntry.objects.update(at=timezone.now() - timedelta(hours=1))


# Who may


@pytest.mark.parametrize("role", [{"staff": True}, {"staff": False}])
def test_nobody_but_an_operator_makes_takes_or_puts_back_a_backup(
    kept: str, here: Path, role: dict[str, bool]
) -> None:
    client = signed_in("dora", **role)
    pages = [INSTALLATION, reverse("desk-restore"), reverse("desk-restored"), kept]
    download = reverse("desk-backup-file", kwargs={"name": NAME})
    assert {client.get(page).status_code for page in (*pages, download)} == {403}
    for page, sent in (
        (INSTALLATION, {"here": "1"}),
        (INSTALLATION, {"remove": NAME}),
        (kept, {"word": "replace"}),
    ):
        assert client.post(page, sent).status_code == 403
    assert outcome_in(here.parent / "run") is None
    assert (here / NAME).exists()
    assert not Job.objects.filter(kind=BACKUP).exists()
    assert "This installation" not in source(client.get(reverse("desk")))


# Made


@pytest.mark.django_db(transaction=True)
def test_a_backup_that_was_asked_for_is_made_by_a_worker_and_downloaded(here: Path) -> None:
    boss = signed_in("boss", operator=True)
    new_event()
    job_page = boss.post(INSTALLATION, {"here": "1"})["Location"]
    assert run(Job.objects.get(kind=BACKUP).pk)
    job = Job.objects.get(kind=BACKUP)
    assert (job.state, job.done, job.asked_by) == ("done", job.total, "boss")
    download = reverse("desk-backup-file", kwargs={"name": job.result["download"]})
    assert download in source(boss.get(job_page))
    assert download in source(boss.get(INSTALLATION))
    answer: Any = boss.get(download)
    assert b"".join(answer.streaming_content) == (here / job.result["download"]).read_bytes()
    assert answer["Cache-Control"] == "private, no-store"
    with archive.checked_archive(here / job.result["download"]) as read:
        assert "tournaments.tournament" in {table.model for table in read.manifest.tables}


def test_one_press_asks_for_a_backup_on_a_stick_that_is_plugged_in(
    boss: Client, plugged_in: Path
) -> None:
    assert f'value="{plugged_in}"' in source(boss.get(INSTALLATION))
    boss.post(INSTALLATION, {"folder": str(plugged_in)})
    assert Job.objects.get(kind=BACKUP).arguments["folder"] == str(plugged_in)


def test_a_folder_that_cannot_be_used_is_refused_beside_the_field(boss: Client) -> None:
    answer = boss.post(INSTALLATION, {"folder": "/no/such/folder"})
    assert answer.status_code == 422
    assert "Neither /no/such/folder nor /no/such exists." in source(answer)
    assert not Job.objects.filter(kind=BACKUP).exists()


def test_a_backup_is_removed_and_one_that_is_gone_is_said_to_be(
    boss: Client, kept: str, here: Path
) -> None:
    for word in (f"{NAME} was removed.", "This backup has already been removed."):
        assert word in source(boss.post(INSTALLATION, {"remove": NAME}, follow=True))
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    "name", ["..", "secret_key", "..%2Fsecret_key", ".x.backup", "none.backup"]
)
def test_only_backups_are_downloaded_removed_or_looked_into(
    boss: Client, here: Path, name: str
) -> None:
    (here.parent / "secret_key").write_text("secret")
    (here / "secret_key").write_text("secret")
    (here / ".x.backup").write_text("unfinished")
    assert boss.get(f"{INSTALLATION}backups/{name}").status_code == 404
    assert boss.get(f"{INSTALLATION}restore/{name}/").status_code == 404
    boss.post(INSTALLATION, {"remove": name})
    boss.post(INSTALLATION, {"remove": f"../{name}"})
    assert (here / "secret_key").exists()
    assert (here.parent / "secret_key").exists()


# Brought


def test_a_backup_that_is_sent_is_kept_and_looked_into(boss: Client, kept: str, here: Path) -> None:
    sent = SimpleUploadedFile("mine", (here / NAME).read_bytes())
    answer = boss.post(reverse("desk-restore"), {"file": sent}, follow=True)
    assert "Put this backup back?" in source(answer)
    (brought,) = here.glob("brought-*.backup")
    assert brought.read_bytes() == (here / NAME).read_bytes()
    assert brought.stat().st_mode & 0o777 == 0o600


def test_a_backup_on_a_stick_is_offered_and_taken_over_and_no_other_file_is(
    boss: Client, kept: str, here: Path, plugged_in: Path
) -> None:
    (here / NAME).rename(plugged_in / "ours.backup")
    (plugged_in / "letter.doc").write_text("x")
    page = source(boss.get(reverse("desk-restore")))
    assert str(plugged_in / "ours.backup") in page
    assert "letter.doc" not in page
    for wrong in (plugged_in / "letter.doc", Path("/etc/passwd"), plugged_in / "gone.backup"):
        answer = boss.post(reverse("desk-restore"), {"path": str(wrong)})
        assert "The file is no longer there. Was the memory stick unplugged?" in source(answer)
    answer = boss.post(reverse("desk-restore"), {"path": str(plugged_in / "ours.backup")})
    assert answer["Location"].startswith(f"{INSTALLATION}restore/brought-")


def _bomb(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
    members["rows/core.stream.jsonl"] = b"\0" * 10_000_000


def _outside(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
    members["files/../secret_key"] = b"x"
    digest = "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
    manifest["files"].append({"name": "../secret_key", "bytes": 1, "sha256": digest})


def _older(members: dict[str, bytes], manifest: dict[str, Any]) -> None:
    manifest["migrations"] = manifest["migrations"][:-1]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (None, "This file is damaged or is not a Wallchart backup (File is not a zip file)."),
        (_bomb, "This file is damaged or is not a Wallchart backup (the size of rows/core.stream"),
        (_outside, "contains an unknown file"),
        (_older, "whose tables are older than those of this one"),
    ],
)
def test_what_is_no_backup_of_this_version_is_refused_in_one_sentence_and_not_kept(
    boss: Client, kept: str, here: Path, change: Any, why: str
) -> None:
    data = rewritten(here / NAME, change).read_bytes() if change else b"no zip"
    (here / "rewritten").unlink(missing_ok=True)
    answer = boss.post(reverse("desk-restore"), {"file": SimpleUploadedFile("f", data)})
    assert answer.status_code == 422
    assert why in source(answer)
    assert [path.name for path in here.iterdir()] == [NAME]


# Looked into


@pytest.mark.parametrize(
    ("there", "here_now", "then", "is_lost"),
    [
        (80, 80, "stays as long", False),
        (80, 120, "loses the last 40 log lines", True),
        (80, 60, "goes on", False),
        (None, 5, "is lost", True),
        (5, None, "comes back", False),
    ],
)
def test_an_event_is_compared_by_how_long_its_log_is(
    there: int | None, here_now: int | None, then: str, is_lost: bool
) -> None:
    found = compared_event("Spring", there, here_now)
    assert (found.then, found.is_lost) == (then, is_lost)
    assert isinstance(found, Compared)


def test_the_page_says_what_would_be_lost_before_anything_is_asked(boss: Client, kept: str) -> None:
    page = source(boss.get(kept))
    assert "loses the last log line" in page
    assert "Autumn" in page
    assert "is lost" in page
    assert "would be lost" in page


def test_a_backup_is_read_through_only_once_before_it_is_shown(
    boss: Client, kept: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []
    checks = archive._check

    def counts(zipped: zipfile.ZipFile, table: archive.ArchivedTable) -> None:
        checked.append(table.model)
        checks(zipped, table)

    monkeypatch.setattr(archive, "_check", counts)
    assert "loses the last log line" in source(boss.get(kept))
    assert checked
    assert len(checked) == len(set(checked))


def test_it_is_said_how_many_backups_of_before_are_kept(boss: Client, kept: str) -> None:
    for page in (kept, INSTALLATION):
        assert f"the newest {before.KEPT} " in source(boss.get(page))


def test_a_kept_file_that_was_damaged_since_is_said_to_be_and_cannot_be_put_back(
    boss: Client, kept: str, here: Path
) -> None:
    with zipfile.ZipFile(here / NAME, "a") as zipped:
        zipped.writestr("more", "x")
    page = source(boss.get(kept))
    assert f"{NAME} is damaged or is not a Wallchart backup" in page
    assert "Put it back</button>" not in page


# Asked for


def test_the_word_has_to_be_typed_and_then_the_supervisor_is_left_a_wish(
    boss: Client, kept: str, settings: Any
) -> None:
    answer = boss.post(kept, {"word": "yes"})
    assert answer.status_code == 422
    assert "Type replace to put the backup back." in source(answer)
    assert outcome_in(settings.UPKEEP_DIR) is None
    assert boss.post(kept, {"word": "Replace "})["Location"] == reverse("desk-restored")
    assert "is being put back" in source(boss.get(reverse("desk-restored")))
    assert "Another backup is being put back at the moment." in source(
        boss.post(kept, {"word": "replace"})
    )
    wish = take_wish(settings.UPKEEP_DIR)
    assert wish is not None
    assert (wish.name, wish.by) == (NAME, "boss")
    assert take_wish(settings.UPKEEP_DIR) is None


def test_nothing_is_put_back_while_somebody_enters_results(
    boss: Client, kept: str, settings: Any
) -> None:
    enter(1, 3, 400, 380)
    answer = boss.post(kept, {"word": "replace"})
    assert answer.status_code == 422
    last = JournalEntry.objects.filter(stream__key=f"event:{SLUG}").latest("seq").seq
    assert re.search(rf"robot made an entry \d+ s ago: log {last} of spring\.", source(answer))
    assert outcome_in(settings.UPKEEP_DIR) is None


def test_where_no_supervisor_is_the_console_is_named_and_nothing_can_be_asked(
    boss: Client, kept: str, settings: Any
) -> None:
    settings.SUPERVISED = False
    assert "manage.py restore FILE --force" in source(boss.get(kept))
    assert boss.post(kept, {"word": "replace"}).status_code == 422
    assert outcome_in(settings.UPKEEP_DIR) is None


@pytest.mark.parametrize("state", ["done", "failed"])
def test_how_it_went_is_said_afterwards(boss: Client, settings: Any, state: Any) -> None:
    assert "No backup was ever put back" in source(boss.get(reverse("desk-restored")))
    told = RestoreOutcome(
        name=NAME, by="boss", asked_at=timezone.now(), state=state, told="So it went.", before=NAME
    )
    leave_outcome(settings.UPKEEP_DIR, told)
    answer = boss.get(reverse("desk-restored"))
    assert "So it went." in source(answer)
    assert "Refresh" not in answer


# Those that are made by themselves


def test_each_backup_is_shown_with_its_trial_and_a_failed_one_is_told(here: Path) -> None:
    at = timezone.now() - timedelta(hours=5)
    good, bad = automatic_name(at), automatic_name(at + timedelta(hours=1))
    for name, wrong in ((good, ""), (bad, "A row is missing.")):
        (here / name).write_bytes(b"12345")
        keep_trial(here, name, Trial(bytes=5, tried_at=at, wrong=wrong))
    boss = signed_in("boss", operator=True)
    page = source(boss.get(INSTALLATION))
    assert f"Tried {timezone.localtime(at):%Y-%m-%d %H:%M}, equal" in page
    assert "cannot be relied on" in page
    assert "A row is missing." in page
    assert "The last automatic backup failed" not in page + source(boss.get("/desk/"))
    failed = {"state": Job.State.FAILED, "error": "There is no room.", "queued_at": at}
    job = Job.objects.create(kind=AUTOMATIC, **failed)
    for address in (INSTALLATION, "/desk/"):
        assert "The last automatic backup failed: There is no room." in source(boss.get(address))
    assert "There is no room." in source(boss.get(reverse("desk-job", kwargs={"number": job.pk})))
    dora = signed_in("dora")
    assert "no room" not in source(dora.get("/desk/"))
    assert dora.get(reverse("desk-job", kwargs={"number": job.pk})).status_code == 403
