"""A folder goes to a web host whole and in order, and to no host that shows another key."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from minio import Minio
from moto.server import ThreadedMotoServer
from pytest_django import Settings

from core.errors import UserError
from core.pushing import order
from core.pushing.order import digests_of, plan
from core.pushing.places import Kind, Place, checked_place
from core.pushing.refused import NotSent
from core.pushing.rsync import RsyncSender, ssh_words
from core.pushing.secret import seal, unseal
from core.pushing.sending import send, try_place
from tests.builders.web_hosts import PASSWORD, USER, SftpHost, sftp_host
from tests.processes import a_free_port

SFTP = {"kind": "sftp", "host": "www.example.org", "user": "me", "folder": "site/spring"}
S3 = {"kind": "s3", "host": "s3.example.org", "user": "KEY", "bucket": "pages", "folder": ""}
HOUR_NS = 3_600_000_000_000
PAGES = ("-/css/a.css", "A/cards/1/index.html", "A/index.html", "index.html")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A site of four files."""
    for name in PAGES:
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"the first {name}", encoding="utf-8")
    return tmp_path / "site"


@pytest.fixture
def host(tmp_path: Path) -> Iterator[SftpHost]:
    """A running SFTP server."""
    with sftp_host(tmp_path / "home") as running:
        yield running


def on(host: SftpHost, **more: Any) -> Place:
    place = Place(kind=Kind.SFTP, host="127.0.0.1", port=host.port, user=USER, folder="web/spring")
    return replace(place, **{"host_key": host.key, **more})


def sent_to(place: Place, secret: str, folder: Path, before: dict[str, str]) -> list[str]:
    """Sends what has changed and returns the names in the order in which they went."""
    now, names = digests_of(folder), []
    for step in send(place, secret, folder, plan(now, before, first="-/"), tell=lambda *_: None):
        names += list(step)
    return names


# What is no place


@pytest.mark.parametrize(
    ("base", "field", "value"),
    [
        *((SFTP, "host", wrong) for wrong in ("", "-oProxyCommand=x", "a b", "a;b", "a..b", "é")),
        *((SFTP, "user", wrong) for wrong in ("", "-l", "a b", "root;x", "$(id)")),
        *((SFTP, "folder", wrong) for wrong in ("", "../x", "a/../b", "-e", "a b", "~/x", "a;b")),
        *((SFTP, "host_key", wrong) for wrong in ("MD5:00", "SHA256:short", "SHA256:" + "!" * 43)),
        *((SFTP, "key_file", wrong) for wrong in ("id_rsa", "-i", "/a\nb")),
        (SFTP, "port", 70_000),
        (SFTP | {"kind": "rsync"}, "key_file", ""),
        *((S3, "bucket", wrong) for wrong in ("", "UPPER", "a/b", "-x", "a..b")),
        *((S3, "folder", wrong) for wrong in ("/root", "../x", "a//b")),
        (S3, "region", "eu west"),
        (S3, "user", "k\nx"),
    ],
)
def test_a_place_that_is_none_is_refused_at_its_field(
    base: dict[str, Any], field: str, value: Any
) -> None:
    checked_place(base | ({"key_file": "/k"} if base.get("kind") == "rsync" else {}))
    with pytest.raises(UserError) as refused:
        checked_place(base | {field: value})
    assert refused.value.field == field


def test_a_password_is_kept_sealed_and_is_nothing_to_another_installation(
    settings: Settings,
) -> None:
    kept = seal(PASSWORD)
    assert PASSWORD not in kept
    assert seal(PASSWORD) != kept
    assert (unseal(kept), unseal(""), seal("")) == (PASSWORD, "", "")
    assert unseal(kept[:-4] + "AAA=") is None
    assert unseal("no base64") is None
    settings.SECRET_KEY = "of another one"
    assert unseal(kept) is None


# In which order


def test_what_a_page_names_goes_before_it_and_what_is_gone_goes_last(folder: Path) -> None:
    now = digests_of(folder)
    whole = plan(now, {}, first="-/")
    assert [name for group in whole.groups for name in group] == list(PAGES)
    assert plan(now, now, first="-/").total == 0
    some = plan(
        now, now | {"A/index.html": "old", "B/index.html": "x", "../../etc": "x"}, first="-/"
    )
    assert (some.groups, some.gone) == ((("A/index.html",),), ("B/index.html",))


def test_a_site_in_a_folder_of_another_goes_in_the_same_order_and_the_whole_is_told_last() -> None:
    names = [
        *("-/css/a.css", "fr/-/css/a.css"),
        *("fr/A/cards/1/index.html", "A/cards/1/index.html", "A/-/2/index.html"),
        *("fr/A/index.html", "A/index.html", "fr/index.html", "index.html"),
        *("fr/-/at", "-/at"),
    ]
    groups = plan(dict.fromkeys(names, "x"), {}, first="-/", last="-/at", within={"fr"}).groups
    place = {name: at for at, group in enumerate(groups) for name in group}
    assert place["-/css/a.css"] == place["fr/-/css/a.css"] == 0
    pages = [place[name] for name in names if name.endswith(".html")]
    assert pages == sorted(pages), "the deepest first"
    assert groups[-2:] == (("fr/-/at",), ("-/at",))


def test_a_file_is_read_once_until_it_is_another_one(folder: Path) -> None:
    with patch.object(order, "_SETTLED_NS", -HOUR_NS):
        first = digests_of(folder)
    with patch.object(Path, "read_bytes", side_effect=AssertionError):
        assert digests_of(folder) == first
    beside = folder.parent / "beside"
    beside.write_text("the FIRST index.html", encoding="utf-8")  # Of the same length.
    beside.replace(folder / "index.html")
    (folder / "A/index.html").unlink()
    now = digests_of(folder)
    assert first.keys() - now.keys() == {"A/index.html"}
    assert {name for name in now if now[name] != first[name]} == {"index.html"}


def test_what_was_just_written_is_read_again_for_some_disks_have_a_slow_clock(folder: Path) -> None:
    before = digests_of(folder)
    stamps = {path.name: order._stamp_of(path.stat()) for path in folder.rglob("a.css")}
    (folder / "-/css/a.css").write_text("the FIRST -/css/a.css", encoding="utf-8")
    with patch.object(order, "_stamp_of", return_value=stamps["a.css"]):
        now = digests_of(folder)
    assert {name for name in now if now[name] != before[name]} == {"-/css/a.css"}


# SFTP


def test_a_site_goes_over_sftp_and_then_only_what_has_changed(host: SftpHost, folder: Path) -> None:
    assert sent_to(on(host), PASSWORD, folder, {}) == list(PAGES)
    there = host.home / "web/spring"
    before = digests_of(folder)
    assert digests_of(there) == before
    (folder / "A/index.html").write_text("the second", encoding="utf-8")
    (folder / "A/cards/1/index.html").unlink()
    names = sent_to(on(host), PASSWORD, folder, before)
    assert names == ["A/index.html", "A/cards/1/index.html"]
    assert digests_of(there) == digests_of(folder)


def test_a_host_with_another_key_gets_no_password(
    host: SftpHost, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for key, said in (("", "shows the key"), ("SHA256:" + "A" * 43, "shows another key")):
        with pytest.raises(NotSent, match=said) as refused:
            try_place(on(host, host_key=key), PASSWORD, tmp_path / "trial")
        assert host.key in refused.value.message
    with pytest.raises(NotSent, match="does not let webmaster in"):
        try_place(on(host), "another one", tmp_path / "trial")
    try_place(on(host), PASSWORD, tmp_path / "trial")
    assert not list((host.home / "web/spring").iterdir())
    assert PASSWORD not in caplog.text


@pytest.mark.parametrize("key_file", ["/nowhere/key", "/etc/hostname"])
def test_a_key_file_that_is_none_is_told(host: SftpHost, tmp_path: Path, key_file: str) -> None:
    with pytest.raises(NotSent, match=r"127\.0\.0\.1 did not take the pages"):
        try_place(on(host, key_file=key_file), "", tmp_path / "trial")


def test_a_host_that_is_not_there_is_told(tmp_path: Path) -> None:
    place = Place(kind=Kind.SFTP, host="127.0.0.1", port=a_free_port(), user="me", folder="x")
    with pytest.raises(NotSent, match="Connection refused"):
        try_place(place, PASSWORD, tmp_path / "trial")
    with pytest.raises(NotSent, match="does not answer"):
        try_place(
            replace(place, kind=Kind.S3, bucket="pages", region="x", is_plain=True),
            PASSWORD,
            tmp_path / "trial",
        )


# A bucket


def test_a_site_goes_into_a_bucket_with_the_right_types(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AWS_PROFILE", raising=False)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        _, port = server.get_host_and_port()
        place = Place(
            kind=Kind.S3, host="127.0.0.1", port=port, user="KEY", bucket="pages", is_plain=True
        )
        place = replace(place, folder="spring", region="us-east-1")
        with pytest.raises(NotSent, match="there is no such bucket"):
            try_place(place, PASSWORD, tmp_path / "trial")
        client = Minio(f"127.0.0.1:{port}", "KEY", PASSWORD, secure=False, region="us-east-1")
        client.make_bucket("pages")
        try_place(place, PASSWORD, tmp_path / "trial")
        assert sent_to(place, PASSWORD, folder, {}) == list(PAGES)
        (folder / "A/index.html").unlink()
        assert sent_to(place, PASSWORD, folder, dict.fromkeys(PAGES, ""))[-1] == "A/index.html"
        names = {one.object_name for one in client.list_objects("pages", recursive=True)}
        assert names == {f"spring/{name}" for name in PAGES} - {"spring/A/index.html"}
        kind = client.stat_object("pages", "spring/index.html").content_type
        assert kind == "text/html; charset=utf-8"
    finally:
        server.stop()


# rsync


def test_rsync_is_asked_for_nothing_that_a_setting_could_turn_into_an_option(
    tmp_path: Path,
) -> None:
    place = checked_place(SFTP | {"kind": "rsync", "key_file": "/home/me/my key", "port": 2222})
    shell = ssh_words(place, 8.0)
    assert "StrictHostKeyChecking=yes" in shell
    assert "my key" not in shell
    command = RsyncSender(place, tmp_path, shell).command(tmp_path / "a site")
    assert command[-3:] == ["--", f"{tmp_path}/a site/", "me@www.example.org:site/spring/"]
    assert "--protect-args" in command
    assert "--delete" not in " ".join(command)


@pytest.mark.skipif(shutil.which("rsync") is None, reason="rsync is not on this machine")
def test_rsync_brings_a_folder_up_to_date_and_removes_only_what_it_is_told(
    folder: Path, tmp_path: Path
) -> None:
    target = tmp_path / "there"
    target.mkdir()
    (target / "mine.txt").write_text("of somebody else", encoding="utf-8")
    place = Place(kind=Kind.RSYNC, host="x", folder=str(target))
    sender = RsyncSender(place, tmp_path)
    sender.put(folder, PAGES)
    assert digests_of(target, left_out=frozenset({"mine.txt"})) == digests_of(folder)
    (folder / "A/index.html").unlink()
    sender.remove(folder, ("A/index.html",))
    assert not (target / "A/index.html").exists()
    assert (target / "mine.txt").exists()
