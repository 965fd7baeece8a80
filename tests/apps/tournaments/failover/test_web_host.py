"""The director sees how far behind the public site is; the operator alone says where it is."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from core.following.machine import this_machine
from core.jobs import run
from core.mirror import house
from core.mirror.files import AS_AT
from core.models import Job, Machine
from core.pushing.secret import unseal
from tests.apps.tournaments.desk_events import SLUG, at, enter, new_event, publish, signed_in
from tests.builders.web_hosts import PASSWORD, USER, SftpHost, sftp_host
from tests.pages import source, words
from tournaments.models import Tournament, WebHost
from tournaments.public.jobs import sending

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _event(settings: Settings, tmp_path: Path) -> None:
    settings.MIRRORS_DIR = tmp_path / "mirrors"
    new_event()
    publish(1, (1, 2), (3, 4))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[SftpHost]:
    """A running SFTP server."""
    with sftp_host(tmp_path / "home") as running:
        yield running


def typed(host: SftpHost, /, **more: Any) -> dict[str, Any]:
    """What an operator types to have pages sent to a host."""
    place = {"kind": "sftp", "host": "127.0.0.1", "port": host.port, "user": USER}
    return place | {"folder": "web", "host_key": host.key, "secret": PASSWORD} | more


def send() -> Job:
    """Has everything sent that is due, as the clock and a worker do."""
    for job in sending.send_where_due(timezone.now()):
        run(job.pk)
    return Job.objects.filter(kind=sending.SEND).latest("pk")


# Who may


def test_a_director_sees_the_state_and_sets_nothing_up(host: SftpHost, boss: Client) -> None:
    dora = signed_in("dora")
    assert "No web host is set up." in words(dora.get(at("desk-web-host")))
    assert dora.post(at("desk-web-host"), typed(host)).status_code == 403
    assert not WebHost.objects.exists()
    boss.post(at("desk-web-host"), typed(host))
    page = source(dora.get(at("desk-web-host")))
    assert "Nothing was sent yet." in page
    assert "<form" not in page.partition("<main")[2]
    for act in ("try", "send", "stop"):
        assert dora.post(at("desk-web-host"), {act: "1"}).status_code == 403
    assert signed_in("other").get(at("desk-web-host")).status_code == 403
    assert WebHost.objects.exists()


# Setting up


def test_a_host_is_set_up_tried_and_its_password_never_shown(host: SftpHost, boss: Client) -> None:
    boss.post(at("desk-web-host"), typed(host, host_key=""))
    page = words(boss.post(at("desk-web-host"), {"try": "1"}, follow=True))
    assert f"127.0.0.1 shows the key {host.key}" in page
    # The password stays, because it goes to the same host.
    boss.post(at("desk-web-host"), typed(host, secret=""))
    answer = boss.post(at("desk-web-host"), {"try": "1"}, follow=True)
    assert "It works: 127.0.0.1 takes files." in words(answer)
    kept = WebHost.objects.get()
    assert unseal(kept.secret) == PASSWORD
    assert PASSWORD not in str(kept.place)
    assert PASSWORD not in source(answer)
    assert kept.secret not in source(answer)


@pytest.mark.parametrize("moved", [{"host": "evil.example"}, {"user": "other"}, {"port": 2}])
def test_a_stored_password_goes_to_no_other_host_or_account(
    host: SftpHost, boss: Client, moved: dict[str, Any]
) -> None:
    boss.post(at("desk-web-host"), typed(host))
    boss.post(at("desk-web-host"), typed(host, secret="", **moved))
    assert WebHost.objects.get().secret == ""


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"host": "-oProxyCommand=x"}, "Give the name of the host"),
        ({"folder": "../.."}, "no “..”"),
        ({"kind": "ftp"}, "not one of the available choices"),
        ({"port": "70000"}, "less than or equal to 65535"),
        ({"kind": "rsync"}, "rsync signs in with a key file"),
    ],
)
def test_what_is_no_host_is_refused(
    host: SftpHost, boss: Client, wrong: dict[str, Any], said: str
) -> None:
    answer = boss.post(at("desk-web-host"), typed(host, **wrong))
    assert answer.status_code == 422
    assert said in words(answer)
    assert PASSWORD not in source(answer)
    assert not WebHost.objects.exists()


# Sending


def test_pages_go_after_a_round_and_then_what_a_result_changes(
    host: SftpHost, boss: Client
) -> None:
    boss.post(at("desk-web-host"), typed(host))
    assert send().state == "done"
    site = host.home / "web"
    assert any(b"Ada" in path.read_bytes() for path in site.rglob("*.html"))
    assert (site / "index.html").exists()
    assert not (site / "-/mirror.json").exists()
    assert "The public site shows everything." in words(boss.get(at("desk-web-host")))
    assert sending.send_where_due(timezone.now()) == []

    before = {path: path.stat().st_mtime_ns for path in site.rglob("*") if path.is_file()}
    enter(1, 1, 423, 389)
    assert "The public site is less than a minute behind." in words(boss.get(at("desk-web-host")))
    assert send().state == "done"
    changed = {path for path, at_ns in before.items() if path.stat().st_mtime_ns != at_ns}
    assert 0 < len(changed) < len(before)
    assert any(b"423" in path.read_bytes() for path in changed)


def test_a_host_that_is_away_is_tried_again_later_each_time(host: SftpHost, boss: Client) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    boss.post(at("desk-web-host"), typed(host, port=port))
    waits = []
    for _ in range(8):
        WebHost.objects.update(again_at=None)
        began = timezone.now()
        assert send().state == "failed"
        row = WebHost.objects.get()
        assert row.again_at is not None
        waits.append(row.again_at - began)
        assert sending.send_where_due(timezone.now()) == []
    assert [round(wait / sending.SOONEST) for wait in waits] == [1, 2, 4, 8, 16, 20, 20, 20]
    assert "Connection refused" in words(boss.get(at("desk-web-host")))
    # A clock that was set back delays it no longer than that.
    WebHost.objects.update(again_at=timezone.now() + timedelta(days=1))
    assert len(sending.send_where_due(timezone.now())) == 1


def test_what_reached_the_host_before_it_broke_off_is_not_sent_again(
    host: SftpHost, boss: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss.post(at("desk-web-host"), typed(host))
    (host.home / "web").mkdir()
    in_the_way = host.home / "web/A"
    in_the_way.write_text("a file", encoding="utf-8")
    assert send().state == "failed"
    sent = WebHost.objects.get().sent
    assert sent
    assert all(name.startswith("-/") for name in sent)
    in_the_way.unlink()
    WebHost.objects.update(again_at=None)
    job = send()
    assert job.state == "done"
    total = len(WebHost.objects.get().sent)
    # Besides, the file that tells from when the pages are is another one each time.
    rest = total - len(sent)
    assert job.result["told"] in ([f"{rest} files sent."], [f"{rest + 1} files sent."])


def test_a_password_that_another_installation_sealed_is_asked_for_again(
    host: SftpHost, boss: Client, settings: Settings
) -> None:
    boss.post(at("desk-web-host"), typed(host))
    sealed = WebHost.objects.get().secret
    WebHost.objects.update(secret=sealed[:-8] + "AAAAAAA=")
    assert "type it again" in send().error
    assert PASSWORD not in str(Job.objects.values())


def test_a_spare_sends_nothing(host: SftpHost, boss: Client) -> None:
    boss.post(at("desk-web-host"), typed(host))
    this_machine()
    Machine.objects.update(role="follows")
    assert sending.send_where_due(timezone.now()) == []


def test_stopping_forgets_the_host_and_sending_again_sends_all(
    host: SftpHost, boss: Client
) -> None:
    boss.post(at("desk-web-host"), typed(host))
    send()
    for path in (host.home / "web").rglob("*.html"):
        path.unlink()
    boss.post(at("desk-web-host"), {"send": "1"})
    run(Job.objects.filter(kind=sending.SEND).latest("pk").pk)
    assert (host.home / "web/index.html").exists()
    boss.post(at("desk-web-host"), {"stop": "1"})
    assert not WebHost.objects.exists()
    assert Tournament.objects.filter(slug=SLUG).exists()


def _check_order(site: Path, language: str) -> None:
    """Checks that a site in another language went as the whole did, without its books."""
    arrived = {
        path.relative_to(site).as_posix(): path.stat().st_mtime_ns
        for path in site.rglob("*")
        if path.is_file()
    }
    assert not [name for name in arrived if name.endswith("mirror.json")]
    assert sorted(arrived, key=lambda name: arrived[name])[-2:] == [f"{language}/{AS_AT}", AS_AT]
    loaded = [at_ns for name, at_ns in arrived.items() if name.startswith(f"{language}/-/css/")]
    pages = [at_ns for name, at_ns in arrived.items() if name.startswith(f"{language}/events/")]
    assert loaded
    assert max(loaded) < min(pages)


def test_a_host_may_have_everything_public_and_is_told_last_from_when_it_is(
    host: SftpHost, boss: Client
) -> None:
    site = host.home / "web"
    address = "https://results.example.org"
    boss.post(at("desk-web-host"), typed(host, has_everything="on", address=address))
    assert send().state == "done"
    for name in (f"events/{SLUG}/index.html", "ratings/index.html", "clubs/index.html"):
        assert (site / name).is_file(), name
    assert f"{address}/events/{SLUG}/" in (site / "sitemap.xml").read_text(encoding="utf-8")
    # The clock asks every few seconds: whether anything was said or computed, and for no part.
    with patch.object(house, "parts", side_effect=AssertionError):
        assert sending.send_where_due(timezone.now()) == []
        assert "shows everything" in source(boss.get(at("desk-web-host")))
        enter(1, 1, 423, 389)
        assert "shows everything" not in source(boss.get(at("desk-web-host")))
    assert send().state == "done"
    at_last = max((p for p in site.rglob("*") if p.is_file()), key=lambda p: p.stat().st_mtime_ns)
    assert at_last.relative_to(site).as_posix() == AS_AT
    # The other languages and the pictures come when the operator wants them, and go.
    picture = site / f"events/{SLUG}/A/player/1/share.png"
    for more in ({"has_languages": "on", "has_pictures": "on"}, {}):
        form = typed(host, has_everything="on", address=address, secret="", **more)
        assert boss.post(at("desk-web-host"), form).status_code == 302
        assert send().state == "done"
        for path in (site / f"fr/events/{SLUG}/index.html", picture):
            assert path.is_file() == bool(more), path
        if more:
            _check_order(site, "fr")
    assert not [path for path in (site / "fr").rglob("*") if path.is_file()]
    # While an event goes on, readers see that the site is not forgotten.
    assert len(sending.send_where_due(timezone.now() + sending.PULSE)) == 1
