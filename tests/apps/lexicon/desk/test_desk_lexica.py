"""Lexica at the desk: a list is sent, read, looked at and confirmed; what it is can be changed.

Who may come to which page is walked in test_desk_access too.
"""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core import jobs
from core.models import Job, JournalEntry
from lexicon.casual import casual_text
from lexicon.commands.base import LEXICA
from lexicon.import_job import IMPORT
from lexicon.models import InForce, Lexicon
from lexicon.words.files import open_words
from tests.apps.lexicon.desk.lexica_pages import TEXT, confirm, of, read_list, send_list
from tests.apps.tournaments.desk_events import SLUG, hidden, new_event, signed_in
from tests.builders.lexica import a_row_of, imported_list
from tests.pages import source, words, words_at

pytestmark = pytest.mark.django_db

LEXICA_PAGE = "desk-lexica"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(settings, "LEXICA_DIR", tmp_path / "lexica")
    monkeypatch.setattr(settings, "UPLOADS_DIR", tmp_path / "uploads")
    return tmp_path


@pytest.fixture
def desk() -> Client:
    return signed_in("dora", operator=True)


def row(code: str = "ZED24") -> Lexicon:
    return Lexicon.objects.get(code=code)


def left(folder: Path) -> list[str]:
    """Returns the names of the files that were sent and are still there."""
    return sorted(path.name for path in (folder / "uploads").glob("*"))


@pytest.mark.parametrize("staff", [None, False])
def test_only_staff_send_a_list_and_confirm_it(folder: Path, staff: bool | None) -> None:
    where = read_list(signed_in("dora", operator=True))
    other = Client() if staff is None else signed_in("guest", staff=staff)
    for page in (reverse(LEXICA_PAGE), reverse("desk-import-lexicon"), where):
        assert other.get(page).status_code == (302 if staff is None else 403)
    before = left(folder)
    assert send_list(other).status_code == (302 if staff is None else 403)
    assert left(folder) == before
    other.post(where, {"lexicon": "ZED24", "name": "Zed"})
    assert not Lexicon.objects.exists()


def test_a_list_is_sent_read_confirmed_and_then_here(desk: Client, folder: Path) -> None:
    where = send_list(desk, tile_set="en")["Location"]
    (sent,) = left(folder)
    assert (folder / "uploads" / sent).stat().st_mode & 0o777 == 0o600
    waiting = desk.get(where)
    assert waiting["Refresh"]
    assert "This page reloads" in words(waiting)
    assert not Lexicon.objects.exists()
    where = read_list(desk)
    shown = desk.get(where)
    assert "Refresh" not in shown
    for told in ("Is this the lexicon?", "zed24.txt", "no edition that is known", "of 3 words"):
        assert told in words(shown)
    assert not Lexicon.objects.exists()
    answer = confirm(desk, where, family="Zed")
    assert answer.redirect_chain[-1][0] == of("lexicon")
    assert "Lexicon ZED24 added: 3 words." in words(answer)
    held = row()
    assert (held.words, held.family, held.file_name) == (3, "Zed", "zed24.txt")
    assert held.about
    assert open_words(folder / "lexica", held.sha256).holds("ZEBU")


def test_the_file_that_was_sent_is_gone_once_it_was_read(desk: Client, folder: Path) -> None:
    read_list(desk)
    read_list(desk, b"zeb4u\n")
    assert all(name.endswith(".json") for name in left(folder))


def test_a_confirmation_sent_twice_is_done_once(desk: Client) -> None:
    where = read_list(desk)
    sent = {"token": hidden(desk.get(where).content), "lexicon": "ZED24", "name": "Zed"}
    desk.post(where, sent)
    assert "It was sent twice but done only once." in words(desk.post(where, sent, follow=True))
    assert JournalEntry.objects.filter(stream__key=LEXICA).count() == 1


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"zax\nzeb4u\n", "zed24.txt, line 2: 'zeb4u' contains a digit."),
        (b"zax\n" + b"z" * 200 + b"\n", "zed24.txt, line 2: "),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "zed24.txt"),
        ("zéb\n".encode() + b"z\xe9b\n", "zed24.txt, line 2: "),
        (gzip.compress(b"z" * 50_000_000), "zed24.txt"),
        (b"PK\x03\x04" + b"\0" * 60, "zed24.txt"),
        (b"a\nb\n", "zed24.txt"),
    ],
)
def test_a_file_that_is_no_list_is_refused_in_a_sentence_and_leaves_nothing(
    desk: Client, folder: Path, data: bytes, said: str
) -> None:
    page = desk.get(read_list(desk, data))
    assert "Refresh" not in page
    assert said in words(page)
    assert "fault in the program" not in source(page)
    assert Job.objects.get(kind=IMPORT).error.count("\n") == 0
    assert left(folder) == []
    assert not list((folder / "lexica").glob("*"))
    assert not Lexicon.objects.exists()
    assert desk.post(reverse("desk-confirm-lexicon", kwargs={"number": 0})).status_code == 404


def test_what_was_said_about_a_file_that_could_not_be_read_is_kept_for_the_next(
    desk: Client,
) -> None:
    page = source(desk.get(read_list(desk, b"z4x", tile_set="cy", digraphs="one")))
    again = f"{reverse('desk-import-lexicon')}?again={Job.objects.get().pk}"
    assert again in page
    shown = source(desk.get(again))
    assert '<option value="cy" selected>' in shown
    assert "<details open>" in shown
    for wrong in ("0", "x", "9" * 9):
        assert desk.get(reverse("desk-import-lexicon"), {"again": wrong}).status_code == 404


@pytest.mark.parametrize(
    ("data", "more", "said"),
    [
        (b"", {}, "The file is empty."),
        (TEXT, {"tile_set": "xx"}, "Select a valid choice."),
        (TEXT, {"encoding": "rot13"}, "Select a valid choice."),
    ],
)
def test_a_form_that_is_wrong_keeps_no_file(
    desk: Client, folder: Path, data: bytes, more: dict[str, str], said: str
) -> None:
    answer = send_list(desk, data, **more)
    assert answer.status_code == 422
    assert said in words(answer)
    assert left(folder) == []
    assert not Job.objects.exists()


def test_a_file_beyond_the_limit_is_refused_at_its_field(
    desk: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lexicon.desk.lexica.forms.MAX_UPLOAD", 2 * 2**20)
    answer = send_list(desk, b"z" * (2 * 2**20 + 1))
    assert answer.status_code == 422
    assert "A list can have at most 2 MB." in words(answer)
    assert left(folder) == []


def test_a_code_in_use_is_refused_at_its_field_and_what_was_typed_stays(desk: Client) -> None:
    imported_list("ZED24", ["quag", "quod"])
    answer = confirm(desk, read_list(desk), name="My own name")
    assert answer.status_code == 422
    assert "The code ZED24 belongs to another list, with 2 words" in words(answer)
    assert 'value="My own name"' in source(answer)
    assert row().words == 2


def test_the_same_words_are_told_and_may_have_another_code(desk: Client) -> None:
    imported_list("OLD", ["zax", "zebu", "zoa"])
    where = read_list(desk)
    assert "These words are already installed as" in words_at(desk, where)
    answer = confirm(desk, where)
    assert "The same words are already installed as OLD; they are stored once." in words(answer)
    assert row("ZED24").sha256 == row("OLD").sha256
    again = confirm(desk, where, lexicon="OLD")
    assert "Lexicon OLD imported again with the same words: its definitions are new." in words(
        again
    )


def test_the_casual_list_sent_back_is_casual_under_any_code(desk: Client) -> None:
    where = read_list(desk, casual_text())
    assert "CASUAL LIST" in words_at(desk, where)
    assert "They are a casual list, under this code too." in words(confirm(desk, where))
    assert "CASUAL LIST" in words_at(desk, of("lexicon"))


def test_a_list_that_is_not_what_it_is_called_is_told_so(desk: Client) -> None:
    where = read_list(desk)
    asked = confirm(desk, where, edition="owl 2")
    assert asked.status_code == 422
    assert "Before you install it:" in words(asked)
    assert "This is not OTCWL2" in words(asked)
    assert not Lexicon.objects.exists()
    other = confirm(desk, where, edition="CSW07", confirmed=hidden(asked.content, "confirmed"))
    assert "This is not CSW07" in words(other)
    assert not Lexicon.objects.exists()
    accepted = hidden(asked.content, "confirmed")
    answer = confirm(desk, where, edition="owl 2", confirmed=accepted)
    assert "Lexicon ZED24 added: 3 words. This is not OTCWL2" in words(answer)
    assert ".." not in source(answer)
    assert row().edition == "OTCWL2"
    for page in (of("lexicon"), reverse(LEXICA_PAGE)):
        assert "This is not OTCWL2" in words_at(desk, page).split("Log of the lexic")[0]


def test_an_edition_that_nobody_knows_is_told_and_in_force_for_nobody(desk: Client) -> None:
    told = "Wallchart does not know an edition Zed 9; it is in force for nobody until you say so."
    assert told in words(confirm(desk, read_list(desk), edition="Zed 9"))
    assert told in words_at(desk, of("lexicon"))


def test_the_editions_that_are_known_are_suggested(desk: Client) -> None:
    page = source(desk.get(read_list(desk)))
    assert '<option value="NWL2023">NA tournament</option>' in page
    assert 'list="editions"' in page


def test_the_same_list_again_writes_nothing_into_the_log(desk: Client) -> None:
    where = read_list(desk)
    confirm(desk, where)
    answer = confirm(desk, read_list(desk))
    assert "ZED24 is already installed with the same words; nothing was changed." in words(answer)
    assert JournalEntry.objects.filter(stream__key=LEXICA).count() == 1


def test_a_list_that_a_division_lacks_is_brought_and_leads_back_to_it(desk: Client) -> None:
    new_event()
    lacked = f"?edition=NWL2023&for={SLUG}%2FA"
    sent = {"file": SimpleUploadedFile("my.txt", TEXT), "tile_set": "en"}
    where = desk.post(reverse("desk-import-lexicon") + lacked, sent)["Location"]
    assert where.endswith(lacked)
    jobs.run(Job.objects.get().pk)
    fields = desk.get(where).context["form"].fields
    assert (fields["lexicon"].initial, fields["edition"].initial) == ("NWL2023", "NWL2023")
    answer = confirm(desk, where, edition="")
    choose = f"{reverse('desk-choose-lexicon', args=(SLUG,))}?division=A"
    assert f'<a class="button" href="{choose}"> Choose it for division A </a>' in source(answer)
    for unknown in ("x", f"{SLUG}/None", "none/A", f"{SLUG}/A%00B"):
        assert choose not in source(desk.get(of("lexicon", query=f"?for={unknown}")))
    assert choose not in source(signed_in("other").get(of("lexicon", query=f"?for={SLUG}/A")))


@pytest.mark.parametrize(
    ("name", "code", "family"),
    [
        ("../My zéd (new).txt", "Myzdnew", ""),
        ("csw21.txt", "CSW21", "Collins/combined"),
        ("--.txt", "", ""),
    ],
)
def test_the_form_is_filled_in_from_the_name_of_the_file(
    desk: Client, name: str, code: str, family: str
) -> None:
    fields = desk.get(read_list(desk, name=name)).context["form"].fields
    assert (fields["lexicon"].initial, fields["family"].initial) == (code, family)


def test_a_hostile_name_of_a_file_is_shown_as_text(desk: Client) -> None:
    where = read_list(desk, name="<script>alert(1)</script>.txt")
    confirm(desk, where, name="<b>Zed")
    for page in (where, of("lexicon"), reverse(LEXICA_PAGE)):
        assert b"<script>alert" not in desk.get(page).content
        assert b"<b>Zed" not in desk.get(page).content


def test_every_lexicon_is_listed_with_what_it_is_and_the_free_one_as_casual(desk: Client) -> None:
    imported_list("NWL23", ["zax"], edition="NWL2023")
    page = source(desk.get(reverse(LEXICA_PAGE)))
    ours, casual = page.split(of("lexicon", "SCOWL80"))
    assert "NASPA since 2024-02-29" in ours
    assert "CASUAL LIST" in casual
    assert "never for rated play" in casual
    assert "NWL23" in ours


def test_the_page_of_a_lexicon_tells_lengths_hash_file_and_dates(desk: Client) -> None:
    confirm(desk, read_list(desk), edition="ODS9")
    page = source(desk.get(of("lexicon")))
    for told in (row().sha256, "zed24.txt", "came with the list", "since 2024-01-01"):
        assert told in page
    assert '<th scope="row" class="num">4</th><td class="num">1</td>' in page


def test_the_casual_lexicon_has_a_page_and_nothing_of_it_can_be_changed(desk: Client) -> None:
    page = source(desk.get(of("lexicon", "SCOWL80")))
    assert "CASUAL LIST" in page
    assert "Change the details" not in page
    assert desk.get(of("change-lexicon", "SCOWL80")).status_code == 404


def test_a_lexicon_that_is_not_here_is_not_found(desk: Client) -> None:
    for path in ("lexicon", "change-lexicon", "say-in-force"):
        assert desk.get(of(path, "NONE")).status_code == 404


def test_what_a_lexicon_is_can_be_changed_and_only_that_is_recorded(desk: Client) -> None:
    imported_list("ZED24", ["zax"])
    held = {"name": "The list ZED24", "family": "", "edition": ""}
    answer = desk.post(of("change-lexicon"), held | {"family": "Zed"}, follow=True)
    assert answer.redirect_chain[-1][0] == of("lexicon")
    assert "Lexicon ZED24: family is now Zed" in words(answer)
    again = desk.post(of("change-lexicon"), held | {"family": "Zed", "name": ""})
    assert again.status_code == 422
    assert 'value="Zed"' in source(again)


def test_a_lexicon_is_put_away_and_taken_up_and_both_are_undone(desk: Client) -> None:
    imported_list("ZED24", ["zax"])
    desk.post(of("put-away-lexicon"))
    assert row().is_put_away
    assert "put away" in words_at(desk, reverse(LEXICA_PAGE))
    assert "ZED24 is already put away." in words(desk.post(of("put-away-lexicon")))
    desk.post(of("take-up-lexicon"))
    assert not row().is_put_away
    page = source(desk.get(of("lexicon")))
    assert "Lexicon ZED24 taken up again" in page
    undo = reverse("desk-lexica-undo")
    assert f"{undo}?seq=2" in page
    answer = desk.post(f"{undo}?seq=2", follow=True)
    assert "Undid log 2" in words(answer)
    assert row().is_put_away


def test_when_a_lexicon_is_in_force_can_be_said_and_taken_back(desk: Client) -> None:
    imported_list("ZED24", ["zax"])
    sent = {"association": "Our League", "since": "2024-01-01", "until": "", "purpose": "rated"}
    answer = desk.post(of("say-in-force"), sent, follow=True)
    assert "Our League plays by ZED24 since 2024-01-01, for rated play" in words(answer)
    assert "entered here" in words(answer)
    assert "Our League" in words(answer).split("Log of the lexicon")[1]
    wrong = desk.post(of("say-in-force"), sent | {"until": "2023-01-01"})
    assert wrong.status_code == 422
    assert 'value="Our League"' in source(wrong)
    desk.post(of("forget-in-force"), {"which": "rated Our League"})
    assert not InForce.objects.exists()


def test_the_list_takes_the_same_queries_however_many_lexica_there_are(desk: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert desk.get(reverse(LEXICA_PAGE)).status_code == 200
        return len(caught)

    imported_list("A", ["zax"])
    few = queries()
    for code in "BCDEFG":
        imported_list(code, ["zax", f"z{code}"])
    assert queries() == few


def test_the_desk_leads_to_the_lexica(desk: Client) -> None:
    assert f'href="{reverse(LEXICA_PAGE)}"' in source(desk.get(reverse("desk")))


def test_a_free_list_is_never_for_rated_play_whatever_it_is_called(desk: Client) -> None:
    a_row_of("ENABLE2K", code="NWL2023", edition="NWL2023")
    page = source(desk.get(reverse(LEXICA_PAGE)))
    ours = page.split(of("lexicon", "SCOWL80"))[0]
    assert "never for rated play" in ours
    assert "NASPA" not in ours
    assert "no association rates games by it." in words_at(desk, of("lexicon", "NWL2023"))
