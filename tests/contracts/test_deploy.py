"""What is in `deploy/`: whatever its files name is in the project, and programs here can read them.

Neither Docker nor Caddy is needed; what systemd says of the units is asked where it is there.
"""

from __future__ import annotations

import configparser
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands
from django.urls import resolve

import start
from config import web_server, worker
from config.broker import broker_settings
from config.database import POSTGRESQL, database_settings
from config.proxies import networks
from tests.processes import ROOT

FOLDER = ROOT / "deploy"
UNITS = sorted((FOLDER / "systemd").iterdir())
SERVICE_KEYS = {
    *("build", "command", "depends_on", "deploy", "env_file", "environment", "healthcheck"),
    *("image", "init", "logging", "ports", "restart", "stop_grace_period", "volumes"),
}
NOT_OURS = {
    "DJANGO_SETTINGS_MODULE": "Django reads it",
    "PATH": "the system reads it",
    "POSTGRES_PASSWORD": "the image of PostgreSQL reads it",
    "PYTHONUNBUFFERED": "Python reads it",
    "SITE": "the Caddyfile reads it",
}
FILLED = {
    "a long secret": "k8Zt0w3LqXv5nYd7mRb2cJf9hSg4pTa6uEe1iOo-WxQzVyKlNj",
    "another secret": "pw",
    "a third secret": "figures",
    "wallchart.example.org": "wallchart.example.org",
}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def services(compose: dict[str, Any]) -> dict[str, Any]:
    return dict(compose["services"])


@pytest.fixture(scope="module")
def dockerfile() -> str:
    return (FOLDER / "Dockerfile").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def caddyfile() -> str:
    return (FOLDER / "Caddyfile").read_text(encoding="utf-8")


def example() -> dict[str, str]:
    """Return the variables of the example, with a value in place of each pair of brackets."""
    lines = (FOLDER / "example.env").read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if line and not line.startswith("#")]
    assert {name for line in told for name in re.findall("<(.+?)>", line)} == {*FILLED}
    filled = (re.sub("<(.+?)>", lambda found: FILLED[found[1]], line) for line in told)
    return dict(line.split("=", 1) for line in filled)


def read_by_the_settings() -> set[str]:
    """Return the variables that the program asks the environment for."""
    asked: set[str] = set()
    for path in (ROOT / "config").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        asked |= set(re.findall(r'(?:env\.\w+|_choice)\(\s*"([A-Z_]+)"', text))
    return asked


def unit(name: str) -> configparser.ConfigParser:
    read = configparser.ConfigParser(strict=False, interpolation=None)
    read.optionxform = str  # type: ignore[assignment, method-assign] # as the library asks for it
    read.read(FOLDER / "systemd" / name)
    return read


def commands(services: dict[str, Any], dockerfile: str) -> list[list[str]]:
    """Return every command of the program that a file names, without Python itself."""
    said = [one["command"] for one in services.values() if "python" in one.get("command", "")]
    said += re.findall(r"^RUN .*?(python manage\.py .*)", dockerfile, re.MULTILINE)
    (listed,) = re.findall(r"^CMD \[(.*)\]", dockerfile, re.MULTILINE)
    said.append(listed.replace('"', "").replace(",", ""))
    for path in UNITS:
        said += re.findall(r"^ExecStart(?:Pre)?=(.+)$", path.read_text(), re.MULTILINE)
    cut = [re.split(r"python\d?\s", one, maxsplit=1)[1] for one in said]
    return [shlex.split(one.rstrip("'")) for one in cut]


def test_every_command_is_one_of_the_program_with_its_options(
    services: dict[str, Any], dockerfile: str
) -> None:
    named = commands(services, dockerfile)
    assert len(named) >= 10
    for words in named:
        if words[0] == "-m":
            assert importlib.util.find_spec(words[1]), words
        else:
            assert Path(words[0]).name == "manage.py", words
            assert words[1] in get_commands(), words
    webs = [words[2:] for words in named if words[1] == "config.web_server"]
    assert len(webs) == 4
    for words in webs:
        web_server._parser().parse_args(words)
    assert [words[2:] for words in named if words[1] == worker.__name__] == [[], []]


def test_every_variable_that_a_file_sets_is_read_by_something(
    services: dict[str, Any], dockerfile: str
) -> None:
    read = read_by_the_settings()
    assert {"SECRET_KEY", "WEB_PROCESSES", "PROXIES"} <= read
    named = set(example()) | set(re.findall(r"^(?:ENV|\s+)\s*([A-Z_]+)=", dockerfile, re.MULTILINE))
    for path in UNITS:
        named |= set(re.findall(r"^Environment=([A-Z_]+)=", path.read_text(), re.MULTILINE))
    assert named - read == NOT_OURS.keys()
    used = set(re.findall(r"\$\{?([A-Z_]+)", (FOLDER / "compose.yaml").read_text()))
    used |= set(re.findall(r"\{\$([A-Z_]+)\}", (FOLDER / "Caddyfile").read_text()))
    assert used <= set(example())


def test_the_check_of_a_deployment_finds_nothing_where_the_example_is_filled_in(
    tmp_path: Path,
) -> None:
    # What the tests with a browser ask Django for is nothing that a machine of the network has.
    around = {one: set_to for one, set_to in os.environ.items() if not one.startswith("DJANGO_")}
    ran = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**around, **example(), "WALLCHART_VAR": str(tmp_path)}
        | {"DJANGO_SETTINGS_MODULE": "config.settings"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "no issues (1 silenced)" in ran.stdout


def test_the_machines_share_a_database_a_broker_and_a_secret(services: dict[str, Any]) -> None:
    given = example()
    database = database_settings(given["DATABASE_URL"], var_dir=ROOT)
    assert database["ENGINE"] == POSTGRESQL
    assert services[database["HOST"]]["image"].startswith("postgres:")
    made = services[database["HOST"]]["environment"]
    assert [database["USER"], database["NAME"]] == [made["POSTGRES_USER"], made["POSTGRES_DB"]]
    assert database["PASSWORD"] == given["POSTGRES_PASSWORD"]
    broker = broker_settings(given["REDIS_URL"], var_dir=ROOT).url
    assert re.fullmatch(r"redis://broker:6379/\d", broker)
    assert "--maxmemory-policy noeviction" in services["broker"]["command"]
    assert len(given["SECRET_KEY"]) >= 50


def test_the_compose_file_says_only_what_compose_knows(compose: dict[str, Any]) -> None:
    assert {one for one in compose if not one.startswith("x-")} == {
        *("name", "networks", "services", "volumes")
    }
    for name, service in compose["services"].items():
        assert {*service} <= SERVICE_KEYS, name
        image = service["image"]
        assert image == "wallchart" or re.search(r":\d", image), f"{name} has a version"
        for wish in service.get("depends_on", {}).values():
            assert wish["condition"] in ("service_healthy", "service_completed_successfully")
        for other, wish in service.get("depends_on", {}).items():
            healthy = wish["condition"] == "service_healthy"
            assert not healthy or "healthcheck" in compose["services"][other], other
    mounted = {one.split(":")[0] for each in compose["services"].values() for one in _volumes(each)}
    assert {one for one in mounted if not one.startswith(".")} == {*compose["volumes"]}
    assert all((FOLDER / one).is_file() for one in mounted if one.startswith("."))


def _volumes(service: dict[str, Any]) -> list[str]:
    volumes: list[str] = service.get("volumes", [])
    return volumes


def test_the_tables_are_brought_up_to_date_once_and_before_anybody_asks_for_them(
    services: dict[str, Any],
) -> None:
    upgrades = "python manage.py upgrade"
    assert [name for name, one in services.items() if upgrades in one.get("command", "")] == [
        "prepare"
    ]
    assert services["prepare"].get("restart", "no") == "no"
    for name, one in services.items():
        if one["image"] == "wallchart" and name != "prepare":
            wish = one["depends_on"]["prepare"]["condition"]
            assert wish == "service_completed_successfully", name
    units = {path.name: path.read_text() for path in UNITS}
    assert [name for name, text in units.items() if "manage.py upgrade" in text] == [
        "wallchart-prepare.service"
    ]
    assert unit("wallchart-prepare.service")["Service"]["Type"] == "oneshot"
    for name in ("wallchart-web.service", "wallchart-worker.service"):
        assert "wallchart-prepare.service" in unit(name)["Unit"]["After"].split()


def test_whoever_writes_or_shows_backups_has_the_folder_that_stays(
    services: dict[str, Any],
) -> None:
    kept = "backups:/var/lib/wallchart/backups"
    with_it = {name for name, one in services.items() if kept in _volumes(one)}
    assert with_it == {"prepare", "web1", "web2", "worker"}


def test_there_are_two_web_processes_two_workers_and_one_door(services: dict[str, Any]) -> None:
    webs = [name for name, one in services.items() if "web_server" in one.get("command", "")]
    assert webs == ["web1", "web2"]
    assert services["worker"]["deploy"]["replicas"] == 2
    published = {name: one["ports"] for name, one in services.items() if "ports" in one}
    assert published == {"front": ["80:80", "443:443"]}


def test_caddy_sends_visitors_to_every_web_process_that_is_ready_and_nobody_to_the_figures(
    services: dict[str, Any], caddyfile: str
) -> None:
    assert caddyfile.count("{") == caddyfile.count("}")
    (behind,) = re.findall(r"reverse_proxy (.+) \{", caddyfile)
    assert behind.split() == [
        f"{name}:{_port(one)}" for name, one in services.items() if name.startswith("web")
    ]
    (asked,) = re.findall(r"health_uri (\S+)", caddyfile)
    assert resolve(asked).url_name == "readyz"
    (private,) = re.findall(r"@private path (\S+)", caddyfile)
    assert resolve(private).url_name == "metrics"
    assert "respond @private 404" in caddyfile
    assert re.search(r"header_up X-Request-ID \{http.request.uuid\}", caddyfile)
    (size,) = re.findall(r"max_size (\d+)MB", caddyfile)
    assert int(size) * 10**6 <= settings.LARGEST_BODY < (int(size) + 5) * 10**6
    assert {name.partition(":")[0] for name in behind.split()} <= set(
        example()["ALLOWED_HOSTS"].split(",")
    )


def _port(service: dict[str, Any]) -> int:
    words = shlex.split(service["command"])
    return int(words[words.index("--port") + 1])


def test_only_the_network_of_the_services_is_believed_about_visitors(
    compose: dict[str, Any],
) -> None:
    given = example()
    (subnet,) = (one["subnet"] for one in compose["networks"]["default"]["ipam"]["config"])
    believed = networks(given["PROXY_ADDRESSES"].split(","))
    assert believed == [ip_network(subnet), ip_network("127.0.0.1")]
    assert (given["PROXIES"], given["HTTPS_ONLY"]) == ("1", "1")


def test_each_web_process_is_asked_whether_it_is_ready(services: dict[str, Any]) -> None:
    for name in ("web1", "web2"):
        test = services[name]["healthcheck"]["test"]
        (address,) = re.findall(r"http://localhost:(\d+)(/\w+)", test)
        assert (int(address[0]), resolve(address[1]).url_name) == (
            _port(services[name]),
            "readyz",
        )
        assert "localhost" in example()["ALLOWED_HOSTS"].split(",")


def test_the_image_has_a_python_and_the_locked_packages_that_wallchart_takes(
    dockerfile: str,
) -> None:
    found = re.search(r"^FROM python:(\d+)\.(\d+)-", dockerfile, flags=re.MULTILINE)
    assert found
    assert tuple(map(int, found.groups())) >= start.OLDEST
    assert "--require-hashes --requirement requirements/base.lock" in dockerfile
    assert re.search(r"^USER (?!root)\w+$", dockerfile, flags=re.MULTILINE)
    left_out = (FOLDER / "Dockerfile.dockerignore").read_text().split()
    assert {".env", ".git", "var"} <= set(left_out)


def test_the_units_run_as_nobody_who_may_do_more_and_restart() -> None:
    names = {path.name for path in UNITS}
    for path in UNITS:
        if path.suffix != ".service":
            continue
        service = unit(path.name)["Service"]
        assert service["User"] == "wallchart", path.name
        assert service["EnvironmentFile"] == "/etc/wallchart.env", path.name
        is_once = service.get("Type") == "oneshot"
        assert is_once or service["Restart"] == "always", path.name
    web, listens = unit("wallchart-web.service"), unit("wallchart-web.socket")
    assert web["Unit"]["Requires"] in names
    assert "--socket 3" in web["Service"]["ExecStart"], "the first that systemd hands on"
    assert listens["Socket"]["ListenStream"].endswith(":8000")
    assert {"wallchart-backup.service", "wallchart-backup.timer"} <= names


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_systemd_itself_reads_the_units(tmp_path: Path) -> None:
    for path in UNITS:
        text = path.read_text().replace("/srv/wallchart/.venv/bin/python", sys.executable)
        (tmp_path / path.name).write_text(text)
    command = ["systemd-analyze", "verify", *map(str, sorted(tmp_path.iterdir()))]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
