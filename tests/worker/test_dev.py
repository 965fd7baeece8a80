"""`start.py dev`: apart from every installation, and what is edited is seen at once."""

from __future__ import annotations

import http.cookiejar
import re
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
from pathlib import Path

import pytest
from django.test import RequestFactory
from pytest_django import Settings

from config.dev.__main__ import apart
from config.dev.apps import forget_build
from config.dev.middleware import PlainPages
from core.web.build import build
from tests.contracts.house import ROOMS
from tests.databases import with_tables
from tests.processes import PATIENCE_S, ROOT, mentioning, running, wait_until

HALL = {"DATABASE_URL": "sqlite:////nowhere/hall", "LIFEBOAT": "/nowhere", "WALLCHART_VAR": "/hall"}
NEEDED = (*ROOMS, "requirements", "static", "templates")
EDITED = "Edited-just-now"


def test_nothing_that_is_said_of_an_installation_counts() -> None:
    exposing = {"LAN": "1", "ALLOWED_HOSTS": "*", "DEBUG": "0", "SECRET_KEY": "of the hall"}
    assert apart({**HALL, **exposing}) == apart({})
    assert apart({})["WALLCHART_VAR"] == str(ROOT / "var" / "dev")
    assert apart({})["DEMO"] == "1", "the demonstration event is there from the start"


def test_what_is_said_of_development_counts() -> None:
    said = {"DEV_VAR": "/v", "DEV_DATABASE_URL": "postgres://d", "DEV_REDIS_URL": "redis://r"}
    made = apart({**said, "PORT": "9000", "DEMO": "0"})
    names = ("WALLCHART_VAR", "DATABASE_URL", "REDIS_URL", "PORT", "DEMO")
    assert [made[name] for name in names] == [*said.values(), "9000", "0"]


def test_nothing_but_development_names_its_toolbar_and_its_settings() -> None:
    naming = {
        path.relative_to(ROOT).parent.as_posix()
        for room in ROOMS
        for path in (ROOT / room).rglob("*.py")
        if re.search(r"debug_toolbar|config\.dev\b", path.read_text(encoding="utf-8"))
    }
    assert naming == {"config/dev"}


def test_an_edited_template_is_another_build(settings: Settings, tmp_path: Path) -> None:
    settings.BASE_DIR = tmp_path
    (tmp_path / "templates").mkdir()
    build.cache_clear()
    before = build()
    (tmp_path / "templates" / "new.html").write_text("new")
    assert build() == before
    forget_build()
    assert build() != before
    build.cache_clear()


def test_a_page_is_asked_for_whole_and_unpacked() -> None:
    asked = RequestFactory().get("/", headers={"Accept-Encoding": "br", "If-None-Match": "x"})
    PlainPages(lambda request: request)(asked)  # type: ignore[arg-type,return-value]
    assert not {"Accept-Encoding", "If-None-Match"} & {*asked.headers}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the program to edit, with an empty database in its folder for development."""
    root = tmp_path / "copy"
    root.mkdir()
    for name in NEEDED:
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "start.py", root)
    (root / ".venv").symlink_to((ROOT / ".venv").resolve())
    (root / ".env").write_text("DATABASE_URL=sqlite:////nowhere/hall\nPORT=1\n")
    with_tables(root / "var" / "dev")
    return root


class Visitor:
    """A browser's cookies and what it is answered."""

    def __init__(self, port: int) -> None:
        self._home = f"http://localhost:{port}"
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._opener = urllib.request.build_opener(cookies)

    def get(self, path: str, **sent: str) -> str:
        """Return the page at a path; what is sent makes it a POST."""
        body = urllib.parse.urlencode(sent).encode() if sent else None
        with self._opener.open(self._home + path, body, timeout=PATIENCE_S) as answer:
            return str(answer.read().decode())


def _web(copy: Path) -> set[int]:
    return {pid for pid, command in mentioning(str(copy)).items() if " web " in command}


@pytest.mark.timeout(3 * PATIENCE_S)
def test_it_runs_here_alone_and_what_is_edited_is_seen_without_a_start(
    copy: Path, tmp_path: Path, free_port: int
) -> None:
    log, visitor = tmp_path / "said", Visitor(free_port)
    command = [sys.executable, str(copy / "start.py"), "dev"]
    environment = {**HALL, "PORT": str(free_port), "DEMO": "0", "PYTHONUNBUFFERED": "1"}
    with running(command, log=log, environment=environment) as process:
        started = "Starting development server"
        wait_until(
            lambda: started in log.read_text() or process.poll() is not None,
            what="the start",
            log=log,
        )
        assert process.poll() is None, log.read_text()
        assert f" 0100007F:{free_port:04X} 00000000:0000 0A " in Path("/proc/net/tcp").read_text()
        _logs_in(visitor, log)

        before = _web(copy)
        assert (EDITED in visitor.get("/"), "djDebug" in visitor.get("/")) == (False, True)
        _edit(copy / "templates" / "base.html", "</body>", f"{EDITED}</body>")
        _edit(copy / "static" / "css" / "components.css", "", f"/* {EDITED} */")
        wait_until(lambda: EDITED in visitor.get("/"), what="the template", log=log)
        assert EDITED in visitor.get("/static/css/components.css")
        assert _web(copy) == before

        _edit(copy / "core" / "web" / "site.py", "", f"# {EDITED}\n")
        wait_until(lambda: log.read_text().count(started) == 2, what="another start", log=log)
        again = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False
        )
        assert again.returncode == 1
        assert again.stderr.startswith("Wallchart already runs in this folder")
        process.terminate()
        assert process.wait(timeout=PATIENCE_S) == 0
    assert mentioning(str(copy)) == {}


def _logs_in(visitor: Visitor, log: Path) -> None:
    """Log in as the start has told."""
    told = re.search(r"Sign in as: (\S+)  (\S+)", log.read_text())
    assert told, log.read_text()
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', visitor.get("/accounts/login/"))
    assert found
    name, password = told.groups()
    sent = {"username": name, "password": password, "csrfmiddlewaretoken": found[1]}
    assert "Sign out" in visitor.get("/accounts/login/", **sent)


def _edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new) if old else text + new, encoding="utf-8")
