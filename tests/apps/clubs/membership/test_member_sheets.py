"""Members as a sheet: who may, what is read, what is refused, and what comes out again."""

from __future__ import annotations

import csv
import io
from datetime import date, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from clubs.models import AssociationMembership, Membership
from core.models import JournalEntry
from core.roles.commands import GiveRole
from core.roles.table import Role
from core.workbooks import write_workbook
from people.commands import AddPlayer
from people.models import Player
from tests.apps.api.asking import of
from tests.apps.tournaments.desk_events import give, signed_in
from tests.builders.clubs import found
from tests.builders.members import member, registered
from tests.pages import sound_words, words

pytestmark = pytest.mark.django_db
IMPORT = "/desk/club_desk/hill/members/import/"
SHEET = (
    "Name;Kind;From;Through;Association;Number;Expires\n"
    "Ann Smith;regular;2026-01-01;;NASPA;AA17;2026-12-31\n"
    "Ray, Bob;life;;;;;\n"
    "Cem Oz;fixed;01.02.2026;30.06.2026;;;\n"
)


@pytest.fixture
def sue() -> Client:
    found("hill", owner="dora")
    client = signed_in("sue", staff=False)
    give(GiveRole(journal="club:hill", account="sue", role=Role.SECRETARY))
    return client


def checked(client: Client, sheet: str | bytes) -> Any:
    """Return the preview of a sheet."""
    token = client.get(IMPORT).context["form"].token
    if isinstance(sheet, bytes):
        return client.post(
            IMPORT, {"token": token, "file": SimpleUploadedFile("members.csv", sheet)}
        )
    return client.post(IMPORT, {"token": token, "sheet": sheet})


def taken(client: Client, preview: Any) -> Any:
    """Return the answer to a preview that is accepted."""
    form = preview.context["form"]
    return client.post(IMPORT, {"token": form.token, "sheet": form.text, "checked": form.mark})


def refused(answer: Any) -> str:
    """Return the sentence of a refusal; nothing is stored."""
    assert answer.status_code == 422
    assert not Membership.objects.exists()
    form = answer.context["form"]
    (said,) = [one for errors in form.errors.values() for one in errors]
    return str(said)


def test_nobody_but_who_keeps_the_members_sends_a_sheet_or_fetches_one() -> None:
    found("hill", owner="dora")
    pat = signed_in("pat", staff=False)
    give(GiveRole(journal="club:hill", account="pat", role=Role.TREASURER))
    assert pat.get(IMPORT).status_code == 403
    assert pat.post(IMPORT, {"sheet": SHEET}).status_code == 403
    assert pat.get("/desk/club_desk/hill/members/csv/").status_code == 403


def test_a_sheet_is_shown_before_anything_is_stored_and_then_taken_once(sue: Client) -> None:
    registered("Ann Smith")
    before = JournalEntry.objects.count()
    preview = checked(sue, SHEET.encode())
    page = sound_words(preview)
    for told in ("Ann Smith of the register", "Bob Ray a new person", "Take 3 members"):
        assert told in page
    assert JournalEntry.objects.count() == before
    assert taken(sue, preview).status_code == 302
    assert taken(sue, preview).status_code == 302
    rows = Membership.objects.order_by("number").values_list("player", "kind", "first", "last")
    assert [row[:2] for row in rows] == [
        ("ann-smith", "regular"),
        ("bob-ray", "life"),
        ("cem-oz", "fixed"),
    ]
    assert rows[0][3] == date(2026, 12, 31)
    assert rows[2][2:] == (date(2026, 2, 1), date(2026, 6, 30))
    assert AssociationMembership.objects.get().member_number == "AA17"
    assert Player.objects.count() == 3
    last = JournalEntry.objects.latest("pk")
    assert last.command == "members.imported"


def test_who_is_a_member_on_these_days_is_left_out_and_says_so(sue: Client) -> None:
    member("hill", "Ann Smith")
    preview = checked(sue, SHEET)
    assert "Ann Smith left out: a member on these days already" in words(preview)
    taken(sue, preview)
    assert Membership.objects.filter(player="ann-smith").count() == 1
    assert Membership.objects.count() == 3


def test_a_preview_that_was_changed_is_shown_again(sue: Client) -> None:
    form = checked(sue, SHEET).context["form"]
    more = form.text + "\nEve Hill\n"
    again = sue.post(IMPORT, {"token": form.token, "sheet": more, "checked": form.mark})
    assert "Eve Hill" in words(again)
    assert not Membership.objects.exists()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Ann Smith;gold;;;;;", "Row 2: there is no kind gold."),
        ("Ann Smith;;31/12/26;;;;", "Row 2: 31/12/26 is no day; write 2026-12-31."),
        ("Ann Smith;fixed;;;;;", "Row 2: say through when."),
        ("Ann Smith;fixed;2026-05-01;2026-01-01;;;", "Row 2: it would end before it begins."),
        (";regular;;;;;", "Row 2: the name is missing."),
        ("Ann Smith;;0001-01-01;;;;", "Row 2: 0001-01-01 is no day; write 2026-12-31."),
    ],
)
def test_a_line_that_is_wrong_says_so_in_its_row_and_nothing_is_taken(
    sue: Client, line: str, said: str
) -> None:
    preview = checked(sue, SHEET.partition("\n")[0] + "\n" + line)
    assert said in words(preview)
    assert taken(sue, preview).status_code == 422
    assert not Membership.objects.exists()


def test_namesakes_and_one_person_in_two_rows_are_asked_about(sue: Client) -> None:
    registered("Ann Smith")
    give(AddPlayer(key="ann-2", given_name="Ann", family_name="Smith"))
    preview = checked(sue, "Name\nAnn Smith\nEve Hill\nEve Hill\n")
    page = words(preview)
    assert "Row 2: several people have this name" in page
    assert "Row 4: row 3 has Eve Hill already." in page
    keyed = checked(sue, "Name,Key\nAnn Smith,ann-2\n")
    taken(sue, keyed)
    assert Membership.objects.get().player == "ann-2"


@pytest.mark.parametrize(
    ("sheet", "said"),
    [
        (b"", "empty"),
        (b"Name\n", "nobody below it"),
        (b"a,b\n1,2\n", "one of them Name"),
        (b"Name,Note\nAnn,=1+1\n", "Cell B2 holds a formula"),
        (b"Name\n" + b"Ann\n" * 1001, "at most 1000 rows"),
        (b"Name\n" + b"x" * 400, "Cell A2 has more than 300"),
        (b"Name" + b",x" * 60 + b"\nAnn\n", "more than 40 columns"),
        (b'Name\n"Ann\n', "quotation mark"),
        (b"x" * (2**20 + 1), "at most 1 MB"),
        (b"PK\x03\x04 a workbook", "workbook"),
        (b"\x00\x01\x02\x03", "not a text file"),
    ],
)
def test_a_file_that_is_hostile_or_no_sheet_is_refused_in_one_sentence(
    sue: Client, sheet: bytes, said: str
) -> None:
    assert said in refused(checked(sue, sheet))


def _filled(client: Client) -> None:
    registered("Ann Smith")
    taken(client, checked(client, SHEET))
    member("hill", "Eve Hill", note="=HYPERLINK(1)")


def _sent_to_vale(client: Client, sheet: bytes, name: str) -> None:
    """Take a sheet of members of hill at another club; both have the same members then."""
    found("vale", owner="sue")
    path = "/desk/club_desk/vale/members/import/"
    token = client.get(path).context["form"].token
    preview = client.post(path, {"token": token, "file": SimpleUploadedFile(name, sheet)})
    form = preview.context["form"]
    sent = {"token": form.token, "sheet": form.text, "checked": form.mark}
    assert client.post(path, sent).status_code == 302
    columns = ("player", "kind", "first", "last", "paid", "note")
    there, here = (
        set(Membership.objects.filter(club__slug=club).values_list(*columns))
        for club in ("vale", "hill")
    )
    assert there == here
    assert len(there) == 4


def test_csv_that_comes_out_goes_in_again_and_holds_no_formula(sue: Client) -> None:
    _filled(sue)
    answer = sue.get(reverse("desk-club-members-file", kwargs={"club": "hill"}))
    assert answer["Content-Disposition"] == 'attachment; filename="members-hill.csv"'
    text = answer.content.decode("utf-8-sig")
    rows = {row["Name"]: row for row in csv.DictReader(io.StringIO(text))}
    assert set(rows) == {"Ann Smith", "Bob Ray", "Cem Oz", "Eve Hill"}
    assert rows["Eve Hill"]["Note"] == "'=HYPERLINK(1)"
    assert (rows["Ann Smith"]["Number"], rows["Ann Smith"]["From"]) == ("AA17", "2026-01-01")
    _sent_to_vale(sue, answer.content, "members.csv")


def test_a_workbook_that_comes_out_goes_in_again_and_holds_no_formula(sue: Client) -> None:
    _filled(sue)
    answer = sue.get(reverse("desk-club-members-workbook", kwargs={"club": "hill"}))
    assert answer["Content-Disposition"] == 'attachment; filename="members-hill.xlsx"'
    (sheet,) = load_workbook(io.BytesIO(answer.content)).worksheets
    rows = {row[1].value: row for row in sheet.iter_rows(min_row=2)}
    note = rows["Eve Hill"][7]
    assert (note.value, note.data_type) == ("=HYPERLINK(1)", "s")
    assert rows["Ann Smith"][3].value == datetime.fromisoformat("2026-01-01")
    _sent_to_vale(sue, answer.content, "members.xlsx")


def test_a_workbook_is_previewed_as_a_sheet_is_and_its_formulas_are_named(sue: Client) -> None:
    good = write_workbook(("Name", "From", "Note"), [("Ann Smith", date(2026, 1, 1), "new")])
    preview = checked(sue, good)
    assert "Ann Smith a new person" in words(preview)
    assert not Membership.objects.exists()
    assert taken(sue, preview).status_code == 302
    assert Membership.objects.get().first == date(2026, 1, 1)
    book = load_workbook(io.BytesIO(good))
    book.worksheets[0]["C2"] = "=1+1"
    out = io.BytesIO()
    book.save(out)
    again = checked(sue, out.getvalue())
    assert again.status_code == 422
    assert "Cell C2 holds a formula; put its value there and send it again." in words(again)
    assert Membership.objects.count() == 1


def test_programs_of_who_keeps_the_members_fetch_both_files_and_nobody_else(sue: Client) -> None:
    _filled(sue)
    secretary, pat = of("sue", staff=False), of("pat", staff=False)
    give(GiveRole(journal="club:hill", account="pat", role=Role.TREASURER))
    for name, begins in (("member_list.csv", b"\xef\xbb\xbfKey"), ("member_list.xlsx", b"PK")):
        path = f"club_houses/hill/{name}"
        answer = secretary.get(path)
        assert b"".join(answer.streaming_content).startswith(begins)
        assert pat.get(path).status_code == 403
