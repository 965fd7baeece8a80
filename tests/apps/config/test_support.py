"""The support pages, Django's admin: who may see them, and that nothing is changed by them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection, models
from django.test import Client, RequestFactory
from django.utils.html import escape
from pytest_django import Settings

from config.support.site import SITE
from config.support.tables import TABLES
from config.up.preparing import DIRECTOR
from core.journal.guard import WrittenOutsideCommand, reading, writing
from core.models import Job, KeptKey
from lexicon.models import JudgeStation
from people.models import Club, Player
from tests.apps.tournaments.desk_events import account
from tests.contracts.house import ROOMS
from tests.pages import source, source_at, words, words_at
from tournaments.models import Webhook

pytestmark = pytest.mark.django_db

HOME = "/desk/this_installation/support/"
CLUBS = f"{HOME}people/club/"
WRITING = ("post", "put", "patch", "delete")


@pytest.fixture
def club() -> Club:
    """A club to look at."""
    with writing():
        return Club.objects.create(slug="here", name="Here & There")


@pytest.fixture
def boss() -> Client:
    """The browser of an operator."""
    return signed_in(account(DIRECTOR, operator=True))


def signed_in(user: User) -> Client:
    """Return the browser of somebody."""
    client = Client()
    client.force_login(user)
    return client


# Who may see them, and who may not


def test_an_operator_sees_them(boss: Client, club: Club) -> None:
    assert "Here &amp; There" in source_at(boss, CLUBS)
    assert "Here &amp; There" in source_at(boss, f"{CLUBS}{club.pk}/")


@pytest.mark.parametrize("path", [HOME, CLUBS, f"{CLUBS}1/", f"{HOME}static/admin/css/base.css"])
def test_nobody_else_does(path: str, club: Club) -> None:
    director, member = account("dora"), account("mia", staff=False)
    gone = account("gone", operator=True)
    browsers = [signed_in(one) for one in (director, member, gone)]
    gone.is_active = False
    gone.save()
    answers = [browser.get(path) for browser in browsers]
    assert [one.status_code for one in answers] == [403, 403, 302]
    assert not any("Here" in source(one) for one in answers)


def test_a_visitor_signs_in_on_the_page_of_the_product_and_is_led_back() -> None:
    account(DIRECTOR, operator=True)
    visitor = Client()
    answer = visitor.get(f"{CLUBS}?q=x", follow=True)
    (way,) = answer.redirect_chain
    assert way == (f"/accounts/login/?next={CLUBS}%3Fq%3Dx", 302)
    sent = {"username": DIRECTOR, "password": "a long password"}
    assert visitor.post(way[0], sent).headers["Location"] == f"{CLUBS}?q=x"


def test_the_admin_has_no_way_in_of_its_own(boss: Client) -> None:
    for page in ("login/", "logout/", "password_change/", "jsi18n/", "autocomplete/"):
        assert boss.get(HOME + page).status_code == 404


# Nothing is changed


@pytest.mark.parametrize("method", WRITING)
def test_whatever_sends_something_is_refused_and_changes_nothing(
    boss: Client, club: Club, method: str
) -> None:
    sent = {"name": "Changed", "action": "delete_selected", "_selected_action": club.pk, "_save": 1}
    for path in (HOME, CLUBS, f"{CLUBS}{club.pk}/", f"{CLUBS}add/", f"{CLUBS}{club.pk}/delete/"):
        assert getattr(boss, method)(path, sent).status_code == 405
    assert [one.name for one in Club.objects.all()] == ["Here & There"]


def test_there_is_no_page_to_add_change_or_delete(boss: Client, club: Club) -> None:
    for page in ("add/", f"{club.pk}/change/", f"{club.pk}/delete/", f"{club.pk}/history/"):
        answer = boss.get(CLUBS + page, follow=True)
        assert answer.redirect_chain == [(HOME, 302)]
        assert "Perhaps it was deleted?" in words(answer)
    for path in (CLUBS, f"{CLUBS}{club.pk}/"):
        page = source_at(boss, path)
        assert 'method="post"' not in page
        assert 'type="checkbox"' not in page


def test_a_write_while_a_page_is_made_is_a_fault_even_where_no_journal_backs_the_table(
    boss: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    def writes(_: Club) -> str:
        Job.objects.update(error="written")
        return "written"

    monkeypatch.setattr(Club, "__str__", writes)
    with pytest.raises(WrittenOutsideCommand):
        boss.get(f"{CLUBS}{club.pk}/")


@pytest.mark.parametrize("act", ["save_model", "delete_model", "delete_queryset"])
def test_what_django_would_write_by_is_stopped_by_the_guard(club: Club, act: str) -> None:
    pages, asked = SITE._registry[Club], RequestFactory().get(CLUBS)
    acts: dict[str, Callable[[], Any]] = {
        "save_model": lambda: pages.save_model(asked, club, None, change=True),
        "delete_model": lambda: pages.delete_model(asked, club),
        "delete_queryset": lambda: pages.delete_queryset(asked, Club.objects.all()),
    }
    with pytest.raises(WrittenOutsideCommand):
        acts[act]()


def test_inside_a_command_too_nothing_is_written_where_everything_is_only_read() -> None:
    with writing(), reading(), pytest.raises(WrittenOutsideCommand):
        Club.objects.create(slug="other", name="Other")


# What there is to see


def test_every_model_of_the_product_is_listed() -> None:
    ours = (one for one in apps.get_models() if one.__module__.split(".")[0] in ROOMS)
    labels = {one._meta.label for one in ours}
    assert set(TABLES) == labels
    assert {one._meta.label for one in SITE._registry} == labels


def test_an_app_lists_its_models_by_name(boss: Client) -> None:
    page = words_at(boss, f"{HOME}people/")
    assert "Support › People" in page
    assert page.index("Club") < page.index("Player")
    assert boss.get(f"{HOME}nowhere/").status_code == 404


def test_django_finds_no_fault_in_what_is_listed() -> None:
    assert [fault for pages in SITE._registry.values() for fault in pages.check()] == []


@contextmanager
def counted() -> Iterator[list[str]]:
    """Collect what is asked of the database."""
    asked: list[str] = []

    def note(execute: Any, sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        yield asked


_NUMBERS = count(1)
_MADE_UP: dict[type[Any], Callable[[int], Any]] = {
    models.BinaryField: lambda number: b"x" * number,
    models.BooleanField: bool,
    # Two texts of a row can have to differ, as the two sides of a meeting.
    models.CharField: lambda _: str(next(_NUMBERS)),
    models.DateField: lambda number: date(2026, 1, 1) + timedelta(number),
    models.DateTimeField: lambda number: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(number),
    models.FloatField: float,
    models.IntegerField: lambda _: 1,
    models.JSONField: lambda number: {"number": number},
    models.TextField: str,
}


def made_up(model: type[models.Model]) -> models.Model:
    """Make a row of a model, and those that it belongs to, with something in every field."""
    number, given = next(_NUMBERS), {}
    for field in model._meta.concrete_fields:
        if isinstance(field, models.ForeignKey):
            # A row of the same kind would need one, too, and so on.
            if field.related_model is not model:
                given[field.name] = made_up(field.related_model)
        elif field.choices:
            given[field.name] = field.flatchoices[0][0]
        elif not (
            isinstance(field, models.AutoField) or (field.has_default() and field.default != "")
        ):
            kind = next(one for one in type(field).mro() if one in _MADE_UP)
            given[field.name] = _MADE_UP[kind](number)
    return model._default_manager.create(**given)


@pytest.mark.parametrize("label", TABLES)
def test_its_list_and_a_row_open_and_more_rows_take_no_more_queries(
    boss: Client, settings: Settings, label: str
) -> None:
    # As in an installation: a static file that is not collected has no address.
    hashed = {"BACKEND": "core.web.static_files.HashedFiles"}
    settings.STORAGES = {**settings.STORAGES, "staticfiles": hashed}
    path, model = f"{HOME}{label.lower().replace('.', '/')}/", apps.get_model(label)
    with writing():
        row = made_up(model)
    with counted() as for_one:
        assert f'href="{path}{row.pk}/"' in source_at(boss, path)
    with writing():
        made_up(model)
    with counted() as for_two:
        source_at(boss, path)
    assert len(for_one) == len(for_two)
    assert escape(str(row)[:20]) in source_at(boss, f"{path}{row.pk}/")
    assert boss.get(f"{path}?q=x").status_code == 200


def test_a_row_leads_to_the_rows_that_belong_to_it(boss: Client, club: Club) -> None:
    with writing():
        for key, home in (("ann", club), ("bob", None)):
            Player.objects.create(key=key, given_name=key, family_name="B", club=home)
    there = f"{HOME}people/player/?club__id__exact={club.pk}"
    assert f'href="{there}"' in source_at(boss, f"{CLUBS}{club.pk}/")
    page = source_at(boss, there)
    assert ("ann" in page, "bob" in page) == (True, False)


def test_what_proves_something_is_shown_to_nobody(boss: Client) -> None:
    key = KeptKey.objects.first()
    with writing():
        station, webhook = made_up(JudgeStation), made_up(Webhook)
        JudgeStation.objects.update(pin="hash-of-the-pin")
        Webhook.objects.update(secret="what-signs", old_secret="what-signed")
    assert key is not None
    assert key.value not in source_at(boss, f"{HOME}core/keptkey/{key.pk}/")
    assert "hash-of-the-pin" not in source_at(boss, f"{HOME}lexicon/judgestation/{station.pk}/")
    page = source_at(boss, f"{HOME}tournaments/webhook/{webhook.pk}/")
    assert ("what-signs" in page, "what-signed" in page) == (False, False)


def test_its_pages_are_kept_by_nobody_and_held_to_the_rules_of_every_page(boss: Client) -> None:
    answer = boss.get(HOME)
    assert "no-store" in answer.headers["Cache-Control"]
    assert "default-src 'self'" in answer.headers["Content-Security-Policy"]


def test_the_files_of_the_admin_are_there_and_no_others(boss: Client) -> None:
    answer = boss.get(f"{HOME}static/admin/css/base.css")
    assert answer.headers["Content-Type"] == "text/css"
    assert b"#header" in answer.getvalue()
    assert boss.get(f"{HOME}static/admin/../../apps.py").status_code == 400
    assert boss.get(f"{HOME}static/").status_code == 404
