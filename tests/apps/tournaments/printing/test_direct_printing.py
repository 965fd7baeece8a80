"""Printing by the machine itself: `lpstat` and `lp` are real programs here, made for the test."""

from __future__ import annotations

import json
import stat
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.test import Client
from django.utils import timezone

from core import jobs, pdf, printers
from core.errors import UserError
from core.models import Job
from core.roles.commands import GiveRole
from core.roles.table import Role
from tests.apps.api.asking import Program, error, of
from tests.apps.tournaments.desk_events import SLUG, give, publish, signed_in
from tests.pages import source, source_at
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
PAPER = f"/desk/{SLUG}/paper"
SEND = f"{PAPER}/round/print/"

LPSTAT = """#!{python}
import sys
usual = "system default destination: Hall-Laser"
print({{"-e": "Office\\nHall-Laser\\n-o evil\\n/etc", "-d": usual}}[sys.argv[1]])
"""
LP = """#!{python}
import json, pathlib, sys
here = pathlib.Path({folder!r})
if (here / "jammed").exists():
    sys.exit("lp: Unable to print: <b>jam</b>")
(here / "argv.json").write_text(json.dumps(sys.argv[1:]))
(here / "paper.pdf").write_bytes(pathlib.Path(sys.argv[-1]).read_bytes())
print("request id is Hall-Laser-17 (1 file(s))")
"""
CHROMIUM = """#!{python}
import pathlib, sys
out = next(a for a in sys.argv if a.startswith("--print-to-pdf=")).partition("=")[2]
page = pathlib.Path(sys.argv[-1].removeprefix("file://")).read_bytes()
pathlib.Path(out).write_bytes(b"%PDF " + page)
"""


@pytest.fixture
def cups(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with CUPS's programs and a browser in it, the only one where programs are found."""
    programs = {"lpstat": LPSTAT, "lp": LP, "chromium": CHROMIUM}
    for name, text in programs.items():
        program = tmp_path / name
        program.write_text(text.format(python=sys.executable, folder=str(tmp_path)))
        program.chmod(program.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


def _sent(client: Client, **more: Any) -> Job:
    answer = client.post(SEND, {"printer": "Hall-Laser", **more})
    assert answer.status_code == 302
    return Job.objects.get(kind="print_paper")


def test_only_those_who_enter_results_print_on_the_machines_printers(
    spring: Tournament, cups: Path
) -> None:
    assert of("otto").post(f"events/{SLUG}/print", {"document": "round"}).status_code == 403
    assert Program().post(f"events/{SLUG}/print", {"document": "round"}).status_code == 401
    assert signed_in("other").post(SEND, {"printer": "Hall-Laser"}).status_code == 403
    viewer = signed_in("vera")
    give(GiveRole(journal=f"event:{SLUG}", account="vera", role=Role.VIEWER))
    assert "Send to the printer" not in source_at(viewer, f"{PAPER}/roster/")
    assert viewer.post(SEND, {"printer": "Hall-Laser"}).status_code == 403
    assert not Job.objects.filter(kind="print_paper").exists()
    assert "Send to the printer" in source_at(signed_in("dora"), f"{PAPER}/roster/")


def test_the_usual_printer_comes_first_and_nothing_that_looks_like_an_option_is_one(
    cups: Path,
) -> None:
    assert printers.printers() == ["Hall-Laser", "Office"]


def test_a_document_is_made_a_pdf_and_sent_to_the_printer_by_a_worker(
    spring: Tournament, cups: Path
) -> None:
    publish(1, (1, 2), (3, 4))
    dora = signed_in("dora")
    job = _sent(dora, copies="2", round="1", size="letter")
    assert jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result["number"]) == (Job.State.DONE, "Hall-Laser-17")
    argv = (cups / "argv.json").read_text()
    begun = '["-d", "Hall-Laser", "-n", "2", "-t", "spring round", "-o", "media=Letter", "--", "'
    assert argv.startswith(begun)
    page = (cups / "paper.pdf").read_text()
    assert page.startswith("%PDF ")
    assert "Pairings by board, round 1" in page
    assert "on-edgeless-letter" in page
    assert "<script" not in page
    assert "data:font/woff2" in page
    told = source_at(dora, f"/desk/jobs/{job.pk}/")
    assert "Hall-Laser has it, as Hall-Laser-17." in told


def test_paper_that_a_silent_worker_may_have_printed_is_not_printed_again(
    spring: Tournament, cups: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dora = signed_in("dora")
    job = _sent(dora)
    with monkeypatch.context() as dying:
        dying.setattr(jobs, "_end", Mock())
        jobs.run(job.pk)
    assert (cups / "argv.json").exists()
    (cups / "argv.json").unlink()
    jobs.sweep(timezone.now() + timedelta(hours=1))
    jobs.run(job.pk)
    assert not (cups / "argv.json").exists()
    told = source_at(dora, f"/desk/jobs/{job.pk}/")
    assert "This may have been printed" in told
    dora.post(SEND, {"printer": "Hall-Laser"})
    assert jobs.run(Job.objects.latest("pk").pk)
    assert (cups / "argv.json").exists()


def test_the_papers_of_prizes_are_sent_to_a_printer_as_all_others(
    spring: Tournament, cups: Path
) -> None:
    dora = signed_in("dora")
    for key in ("prize-list", "prize-receipts", "certificates"):
        assert "Send to the printer" in source_at(dora, f"{PAPER}/{key}/")
        dora.post(f"{PAPER}/{key}/print/", {"printer": "Hall-Laser"})
        assert jobs.run(Job.objects.latest("pk").pk)
        assert json.loads((cups / "argv.json").read_text())[5] == f"{SLUG} {key}"
    assert "No prize has a winner yet." in (cups / "paper.pdf").read_text()


def test_a_printer_that_takes_nothing_is_the_outcome_of_the_job_and_told_at_the_desk(
    spring: Tournament, cups: Path
) -> None:
    (cups / "jammed").touch()
    dora = signed_in("dora")
    job = _sent(dora)
    jobs.run(job.pk)
    job.refresh_from_db()
    assert job.state == Job.State.FAILED
    told = source_at(dora, f"/desk/jobs/{job.pk}/")
    assert (
        "The printer Hall-Laser took nothing: lp: Unable to print: &lt;b&gt;jam&lt;/b&gt;." in told
    )


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"printer": "Hall-Laser; rm -rf /"}, "There is no printer Hall-Laser; rm -rf / here"),
        ({"printer": "-o evil"}, "There is no printer -o evil here"),
        ({"copies": "999"}, "Print 1 to 20 copies."),
        ({"copies": "two"}, "Print 1 to 20 copies."),
    ],
)
def test_a_printer_that_is_none_and_too_many_copies_are_refused_in_a_sentence(
    spring: Tournament, cups: Path, more: dict[str, str], said: str
) -> None:
    dora = signed_in("dora")
    answer = dora.post(SEND, {"printer": "Hall-Laser", **more}, follow=True)
    assert said in source(answer)
    assert not Job.objects.filter(kind="print_paper").exists()


def test_without_a_printer_a_browser_or_the_setting_the_desk_says_to_print_from_the_browser(
    spring: Tournament, cups: Path, settings: Any
) -> None:
    dora, none = signed_in("dora"), "Wallchart has no printer here: print from the browser."
    assert none not in source_at(dora, f"{PAPER}/")
    settings.PRINT_DIRECTLY = False
    assert none in source_at(dora, f"{PAPER}/")
    settings.PRINT_DIRECTLY = True
    (cups / "chromium").unlink()
    assert none in source_at(dora, f"{PAPER}/")
    with pytest.raises(UserError, match="no Chromium"):
        pdf.write_pdf("<title></title>", cups / "x.pdf")
    assert "Send to the printer" not in source_at(dora, f"{PAPER}/roster/")


def test_the_printer_is_kept_on_the_device_and_paper_that_is_printed_at_once_goes_there(
    spring: Tournament, cups: Path
) -> None:
    dora = signed_in("dora")
    dora.post(SEND, {"printer": "Office"})
    assert "<option selected>Office" in source_at(dora, f"{PAPER}/round/")
    assert 'class="print-direct" data-now' in source_at(dora, f"{PAPER}/round/?now=1")
    dora.cookies["paper_printer"] = "gone"
    assert 'class="print-now" data-now' in source_at(dora, f"{PAPER}/round/?now=1")


def test_programs_list_paper_and_printers_and_print(spring: Tournament, cups: Path) -> None:
    dora = of("dora")
    listed = dora.get(f"events/{SLUG}/paper").json()
    assert "badges" in [one["key"] for one in listed["documents"]]
    assert listed["printers"] == ["Hall-Laser", "Office"]
    asked = {"document": "contingency", "printer": "Office", "size": "letter"}
    job = dora.post(f"events/{SLUG}/print", asked).json()["job"]
    assert jobs.run(job)
    assert dora.get(f"jobs/{job}").json()["result"]["number"] == "Hall-Laser-17"
    assert "paper-code" in (cups / "paper.pdf").read_text()
    refused = dora.post(f"events/{SLUG}/print", asked | {"document": "poem"})
    assert (refused.status_code, error(refused)["field"]) == (422, "document")


@pytest.mark.skipif(pdf.browser() is None, reason="this machine has no Chromium")
def test_chromium_itself_makes_the_sheets_of_a_document(spring: Tournament, tmp_path: Path) -> None:
    page = source_at(signed_in("dora"), f"{PAPER}/challenge-slips/?size=letter")
    path = tmp_path / "paper.pdf"
    pdf.write_pdf(page, path)
    made = path.read_bytes()
    assert made.count(b"/MediaBox [0 0 612 792]") == 1
