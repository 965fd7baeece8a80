"""Results for a rating authority: the page of the desk, its file, and the command."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from core.journal.guard import writing
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import give, signed_in
from tests.apps.tournaments.submission.submission_events import (
    PEOPLE,
    SLUG,
    add,
    enter,
    imported_list,
    new_division,
    new_event,
    number_of,
    play,
    publish,
)
from tests.builders.grounds import built_once
from tests.contract_calls import answer, leaves, refusal
from tests.domain.formats.submissions import read_tou
from tests.pages import main_words, source, source_at
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.formats.tsh import read_tsh
from tournaments.models import Seat, Tournament

pytestmark = pytest.mark.django_db
PAGE = reverse("desk-submission", args=(SLUG,))


@pytest.fixture
@built_once
def ready() -> None:
    """An event that NASPA would take as it is."""
    new_event()
    play()
    imported_list()


@pytest.fixture
def wanting(ready: None) -> None:
    """The same without the number of Bea."""
    change(2, association_number="")


def change(entry: int, **fields: Any) -> None:
    closing = JournalEntry.objects.get(command=CloseEvent.code)
    give(UndoEntry(journal=f"event:{SLUG}", seq=closing.seq), reason="to mend it")
    give(ChangeEntry(event=SLUG, division="A", entry=entry, **fields))


class TestWho:
    @pytest.mark.parametrize("query", ["", "?to=naspa&download=archive", "?to=tou&download=tou"])
    def test_only_the_director_and_the_operator_come_to_the_page_and_the_file(
        self, ready: None, client: Client, query: str
    ) -> None:
        assert client.get(PAGE + query).status_code == 302
        assert signed_in("guest", staff=False).get(PAGE + query).status_code == 403
        assert signed_in("other").get(PAGE + query).status_code == 403
        for director in (signed_in("dora"), signed_in("boss", operator=True)):
            given = director.get(PAGE + query)
            assert given.status_code == 200
            assert given["Cache-Control"] == "private, no-store"

    def test_nothing_is_sent_to_it(self, ready: None) -> None:
        assert signed_in("dora").post(PAGE).status_code == 405


class TestThePage:
    def test_the_desk_leads_there_where_the_ratings_are(self, ready: None) -> None:
        desk = signed_in("dora").get(reverse("desk-event", args=(SLUG,)))
        assert f'href="{PAGE}"' in source(desk)

    def test_an_event_that_is_all_right_says_so_and_offers_both_forms(self, ready: None) -> None:
        page = signed_in("dora").get(PAGE)
        said = main_words(page)
        assert "To fix" not in said
        assert "Look at this" not in said
        assert re.search(r"\d\d checks passed", said)
        assert f'href="{PAGE}?to=naspa&amp;download=archive"' in source(page)
        assert f'href="{PAGE}?to=naspa&amp;download=text"' in source(page)

    def test_what_would_be_refused_names_the_place_and_leads_to_where_it_is_mended(
        self, wanting: None
    ) -> None:
        page = signed_in("dora").get(PAGE)
        said = main_words(page)
        assert "To fix (1)" in said
        assert "Division A, no. 2 Bea Botham has no association number." in said
        mend = reverse("desk-change-entry", args=(SLUG,))
        assert f'href="{mend}?division=A&amp;entry=2"' in source(page)
        assert "The event is not closed" in said.partition("Look at this (1)")[2]

    def test_a_closed_event_says_once_that_it_must_be_opened_to_mend_it_and_leads_there(
        self,
    ) -> None:
        new_event(PEOPLE[:3])
        give(CloseEvent(event=SLUG, confirmed=True))
        client = signed_in("dora")
        page = source_at(client, PAGE)
        assert page.count("The event is closed. It can be corrected only while it is open") == 1
        (step,) = re.findall(r'href="([^"]*)">Open the event again', page)
        assert client.post(unescape(step)).status_code == 302
        assert not Tournament.objects.get(slug=SLUG).closed
        assert "Open the event again" not in source_at(client, PAGE)

    def test_divisions_that_nobody_rates_lead_to_their_rules(self) -> None:
        new_event()
        client = signed_in("dora")
        rules = reverse("desk-change-rules", args=(SLUG,))
        assert f'href="{rules}?division=A"' in source_at(client, f"{PAGE}?to=coco")
        new_division("B", [])
        assert f'href="{rules}"' in source_at(client, f"{PAGE}?to=coco")

    def test_the_button_is_dead_with_its_reason_until_somebody_insists(self, wanting: None) -> None:
        client = signed_in("dora")
        page = source_at(client, PAGE)
        assert "1 thing must be fixed first" in page
        assert re.search(r'<button type="button" disabled aria-describedby="why">', page)
        assert "anyway=yes" not in page
        (step,) = re.findall(r'href="([^"]*anyway=ask)#download"', page)
        second = source_at(client, unescape(step))
        (link,) = re.findall(r'href="([^"]*download=archive[^"]*)"', second)
        assert client.get(unescape(link)).content.startswith(b"# tsh archive file\n")

    def test_a_file_that_would_be_refused_is_not_given_without_insisting(
        self, wanting: None
    ) -> None:
        given = signed_in("dora").get(f"{PAGE}?to=naspa&download=archive")
        assert given.status_code == 409
        assert "attachment" not in given.get("Content-Disposition", "")

    @pytest.mark.parametrize(
        ("query", "name", "begins"),
        [
            (
                "to=naspa&download=archive",
                "all.tsh",
                b"# tsh archive file\n# written by Wallchart\n",
            ),
            ("to=naspa&download=text", "open-naspa.txt", b"#division A\nAbbot, Ada:AA000001 "),
            ("to=tou&download=tou", "open.tou", b"*M03.05.2025 Spring Open\r\n*A\r\n"),
        ],
    )
    def test_the_file_comes_under_its_name(
        self, ready: None, query: str, name: str, begins: bytes
    ) -> None:
        given = signed_in("dora").get(f"{PAGE}?{query}")
        assert given["Content-Disposition"] == f'attachment; filename="{name}"'
        assert given.content.startswith(begins)

    def test_the_list_for_coco_can_leave_byes_out(self) -> None:
        new_event(PEOPLE[:3], system="coco")
        publish(1, (1, 2), byes=(3,))
        enter(1, 1)
        publish(2, (1, 3), byes=(2,))
        enter(2, 1)
        client = signed_in("dora")
        whole = client.get(f"{PAGE}?to=coco&download=csv").content
        assert b"2025-05-03,1,Cem Colby,50,BYE,0\r\n" in whole
        assert b"BYE" not in client.get(f"{PAGE}?to=coco&download=csv&byes=no").content

    def test_an_event_without_a_date_asks_for_one_and_writes_it(self) -> None:
        new_event(starts_on=None, dates="3 May")
        play()
        client = signed_in("dora")
        assert 'name="held_on"' in source_at(client, f"{PAGE}?to=tou")
        given = client.get(f"{PAGE}?to=tou&held_on=2025-05-03&download=tou")
        assert given.content.startswith(b"*M03.05.2025 ")
        dated = "to=naspa&held_on=2025-05-03&anyway=yes&download=archive"
        assert b"event_date = '2025-05-03'" in client.get(f"{PAGE}?{dated}").content

    @pytest.mark.parametrize(
        ("query", "status"),
        [
            ("to=nobody", 422),
            ("to=tou&held_on=May", 422),
            ("rating_list=none", 422),
            ("to=naspa&download=tou", 404),
            ("to=tou&download=%00", 404),
        ],
    )
    def test_an_address_that_means_nothing_is_refused(self, query: str, status: int) -> None:
        new_event(starts_on=None)
        assert signed_in("dora").get(f"{PAGE}?{query}").status_code == status

    def test_an_event_that_nobody_rates_offers_no_way_to_insist(self) -> None:
        new_event(system="coco")
        client = signed_in("dora")
        page = source_at(client, f"{PAGE}?to=naspa&anyway=ask")
        assert "There is nothing to write" in page
        assert "anyway=" not in page
        assert client.get(f"{PAGE}?to=naspa&download=archive&anyway=yes").status_code == 409

    def test_a_hostile_name_stays_text_on_the_page_and_in_its_line(self) -> None:
        new_event(("<b>;x*", *PEOPLE[1:]))
        play()
        client = signed_in("dora")
        assert b"<b>;x" not in client.get(PAGE).content
        file = client.get(f"{PAGE}?to=naspa&download=archive&anyway=yes").content
        assert len(read_tsh({"all.tsh": file}).content.divisions[0].entries) == 4
        tou = client.get(f"{PAGE}?to=tou&download=tou&anyway=yes").content
        assert len(read_tou(tou)[0].rows) == 4

    def test_every_page_to_mend_something_is_there(self) -> None:
        give(AddPlayer(key="bob", given_name="Bob", family_name="2"))
        new_event(("Bob", "Eve 3", *PEOPLE[2:]), director="", starts_on=None)
        give(ChangeEntry(event=SLUG, division="A", entry=1, player="bob", rating=1699))
        publish(1, (1, 2), (3, 4))
        enter(1, 1, (-5, 1000))
        with writing():
            Seat.objects.update(side="")
        client = signed_in("boss", operator=True)
        found: set[str] = set()
        for to in ("naspa", "tou", "coco"):
            page = source_at(client, f"{PAGE}?to={to}")
            found |= set(re.findall(r'<a href="([^"]*)" aria-describedby', page))
        pages = {unescape(href) for href in found if not href.startswith("#")}
        for href in pages:
            assert client.get(href).status_code == 200, href
        kinds = {href.partition("?")[0].rstrip("/").rpartition("/")[2] for href in pages}
        assert kinds == {
            "change-entry",
            "change-player",
            "change-rules",
            "close-event",
            "correct-result",
            "director",
            "record-start",
            "round",
        }

    def test_the_file_has_the_real_name_of_who_hides_it_in_public(self) -> None:
        give(
            AddPlayer(
                key="ada",
                given_name="Philomena",
                family_name="Undisclosed",
                public_name_style="alias",
                alias="Lady P",
                association_number=number_of(1),
            )
        )
        new_event()
        give(ChangeEntry(event=SLUG, division="A", entry=1, player="ada"))
        play()
        file = signed_in("dora").get(f"{PAGE}?to=naspa&download=archive").content
        assert b"Undisclosed, Philomena:AA000001" in file

    def test_more_players_are_read_in_as_many_queries(self) -> None:
        new_event()
        play(close=False)
        imported_list()
        client = signed_in("dora")

        def queries() -> int:
            with CaptureQueriesContext(connection) as asked:
                assert client.get(PAGE).status_code == 200
            return len(asked)

        few = queries()
        new_division("B", [], first=11)
        one_more_division = queries() - few
        for place in range(12):
            add(f"Esk, Eve {'x' * place}", 900, number_of(20 + place), division="B")
        assert queries() <= few + one_more_division
        assert one_more_division <= 9


class TestTheCommand:
    def test_it_writes_the_file_and_tells_what_it_found(self, ready: None, tmp_path: Path) -> None:
        told = answer("submission", SLUG, "--to", "naspa", "--out", tmp_path / "new")
        file = tmp_path / "new" / "all.tsh"
        assert told == {"authority": "naspa", "file": str(file), "checks": [], "ready": True}
        assert len(read_tsh({"all.tsh": file.read_bytes()}).content.divisions[0].rounds) == 2

    def test_it_checks_and_writes_nothing(self, ready: None, tmp_path: Path) -> None:
        told = answer("submission", SLUG, "--to", "naspa", "--check", "--out", tmp_path)
        assert (told["ready"], told["file"], list(tmp_path.iterdir())) == (True, None, [])

    @pytest.mark.parametrize("check", [(), ("--check",)])
    def test_what_would_be_refused_is_not_written_and_leaves_with_one(
        self, wanting: None, tmp_path: Path, check: tuple[str, ...]
    ) -> None:
        told = leaves("submission", SLUG, "--to", "naspa", "--out", tmp_path, *check, code=1)
        assert told["file"] is None
        assert not list(tmp_path.iterdir())
        assert told["checks"][1] == {
            "code": "number.missing",
            "level": "refused",
            "message": "Division A, no. 2 Bea Botham has no association number.",
            "division": "A",
            "number": 2,
            "field": "association_number",
        }
        assert told["checks"][0]["level"] == "look at this"

    def test_it_writes_anyway_where_told_to(self, wanting: None, tmp_path: Path) -> None:
        told = answer("submission", SLUG, "--to", "naspa", "--anyway", "--out", tmp_path)
        assert (told["ready"], told["file"]) == (False, str(tmp_path / "all.tsh"))

    def test_options_name_the_form_the_date_and_the_list(self, tmp_path: Path) -> None:
        new_event(starts_on=None)
        play()
        imported_list(counts=[])
        more = ("--out", tmp_path, "--date", "2025-05-03", "--list", "members")
        told = answer("submission", SLUG, "--to", "naspa", "--form", "text", *more)
        assert (told["file"], told["checks"]) == (str(tmp_path / "open-naspa.txt"), [])
        answer("submission", SLUG, "--to", "tou", "--no-byes", *more)
        assert (tmp_path / "open.tou").read_bytes().startswith(b"*M03.05.2025")

    @pytest.mark.parametrize(
        ("arguments", "code"),
        [
            (("nowhere", "--to", "naspa"), "event.unknown"),
            ((SLUG, "--to", "naspa", "--form", "csv"), "form.unknown"),
            ((SLUG, "--to", "tou", "--date", "3 May"), "date.malformed"),
            ((SLUG, "--to", "tou", "--list", "nothing"), "list.unknown"),
        ],
    )
    def test_a_wrong_request_is_refused_in_a_sentence(
        self, ready: None, arguments: tuple[str, ...], code: str
    ) -> None:
        assert refusal("submission", *arguments)["code"] == code

    def test_a_folder_that_cannot_be_written_is_named(self, ready: None, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("here")
        told = refusal("submission", SLUG, "--to", "naspa", "--out", tmp_path / "file")
        assert told["code"] == "folder.unwritable"
