"""The dev container and its databases: what the files name is there, and where Docker is, it runs.

A machine without Docker reads the files alone.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

import start
from config.broker import broker_settings
from config.database import POSTGRESQL, database_settings
from config.dev.__main__ import apart
from tests.processes import PATIENCE_S, ROOT, a_free_port, wait_until

FOLDER = ROOT / ".devcontainer"
COMPOSE = FOLDER / "compose.yaml"
# What the Compose specification and the dev container reference call these, as far as it is used.
SERVICE_KEYS = {
    *("build", "command", "depends_on", "environment", "healthcheck", "image", "init", "ports"),
    "volumes",
}
CONTAINER_KEYS = {
    *("customizations", "dockerComposeFile", "forwardPorts", "name", "portsAttributes"),
    *("postCreateCommand", "remoteUser", "service", "shutdownAction", "workspaceFolder"),
}


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The compose file."""
    return dict(yaml.safe_load(COMPOSE.read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def container() -> dict[str, Any]:
    """The dev container."""
    return dict(json.loads((FOLDER / "devcontainer.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def dockerfile() -> str:
    """The file that the image of the container is made from."""
    return (FOLDER / "Dockerfile").read_text(encoding="utf-8")


def test_the_compose_file_says_only_what_compose_knows(compose: dict[str, Any]) -> None:
    assert {*compose} == {"name", "services", "volumes"}
    for name, service in compose["services"].items():
        assert {*service} <= SERVICE_KEYS, name
        assert len({"build", "image"} & {*service}) == 1, name
        assert re.search(r":\d", service.get("image", ":1")), f"{name} has a version"


def test_every_service_finds_its_volumes_and_those_it_waits_for(compose: dict[str, Any]) -> None:
    services = compose["services"]
    mounted = [one.split(":")[0] for each in services.values() for one in each.get("volumes", [])]
    folders = [one for one in mounted if one.startswith(".")]
    assert {*mounted} - {*folders} == {*compose["volumes"]}
    assert [(FOLDER / one).resolve() for one in folders] == [ROOT]
    for service in services.values():
        for other, wish in service.get("depends_on", {}).items():
            assert (wish["condition"], "healthcheck" in services[other]) == (
                "service_healthy",
                True,
            )


def test_only_this_machine_reaches_the_databases(compose: dict[str, Any]) -> None:
    published = [one for each in compose["services"].values() for one in each.get("ports", [])]
    assert published
    assert [one for one in published if not one.startswith("127.0.0.1:")] == []


def test_development_there_takes_the_databases_beside_it(compose: dict[str, Any]) -> None:
    services = compose["services"]
    made = apart(services["workspace"]["environment"])
    database = database_settings(made["DATABASE_URL"], var_dir=ROOT)
    given = services["database"]["environment"]
    assert database["ENGINE"] == POSTGRESQL
    assert services[database["HOST"]]["image"].startswith("postgres:")
    assert [database[key] for key in ("USER", "PASSWORD", "NAME")] == [
        given[f"POSTGRES_{key}"] for key in ("USER", "PASSWORD", "DB")
    ]
    broker = urlsplit(broker_settings(made["REDIS_URL"], var_dir=ROOT).url)
    assert services[str(broker.hostname)]["image"].startswith("valkey/valkey:")
    assert made["WALLCHART_VAR"] in [
        one.split(":")[1] for one in services["workspace"]["volumes"]
    ], "its data stays when the container goes"


def test_the_dev_container_is_the_workspace_of_the_compose_file(
    compose: dict[str, Any], container: dict[str, Any], dockerfile: str
) -> None:
    assert {*container} <= CONTAINER_KEYS
    assert FOLDER / container["dockerComposeFile"] == COMPOSE
    workspace = compose["services"][container["service"]]
    assert f"..:{container['workspaceFolder']}" in workspace["volumes"]
    assert container["forwardPorts"] == [int(apart({})["PORT"])]
    python, program, word = container["postCreateCommand"].split()
    assert (python, (ROOT / program).is_file(), word) == ("python3", True, "setup")
    assert (FOLDER / workspace["build"]["context"] / "Dockerfile").is_file()
    assert f"USER {container['remoteUser']}\n" in dockerfile
    assert f"WORKDIR {container['workspaceFolder']}\n" in dockerfile


def test_the_image_has_a_python_that_wallchart_takes(dockerfile: str) -> None:
    found = re.search(r"^FROM python:(\d+)\.(\d+)-", dockerfile, flags=re.MULTILINE)
    assert found
    assert tuple(map(int, found.groups())) >= start.OLDEST


def _docker(
    *words: str, check: bool = True, more: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = ["docker", "compose", "--file", str(COMPOSE), *words]
    return subprocess.run(
        command, env={**os.environ, **(more or {})}, capture_output=True, text=True, check=check
    )


def why_no_compose() -> str:
    """Return why this machine cannot read a compose file by Docker; empty where it can."""
    if shutil.which("docker") is None:
        return "this machine has no docker"
    if _docker("version", check=False).returncode:
        return "the docker of this machine has no compose"
    return ""


def why_no_docker() -> str:
    """Return why this machine cannot run a container; empty where it can."""
    asked = ["docker", "info"]
    return why_no_compose() or (
        "no docker daemon answers on this machine"
        if subprocess.run(asked, capture_output=True, check=False).returncode
        else ""
    )


def test_docker_itself_reads_the_compose_file() -> None:
    if missing := why_no_compose():
        pytest.skip(missing)
    _docker("config", "--quiet")


@pytest.fixture
def up() -> Iterator[list[str]]:
    """The words that speak to containers of our own, gone with their data after the test."""
    if missing := why_no_docker():
        pytest.skip(missing)
    words = ["--project-name", f"wallchart-{secrets.token_hex(4)}"]
    ports = {name: str(a_free_port()) for name in ("DEV_POSTGRES_PORT", "DEV_VALKEY_PORT")}
    try:
        _docker(*words, "up", "--build", "--detach", "--wait", more=ports)
        yield words
    finally:
        _docker(*words, "down", "--volumes", "--rmi", "local", check=False, more=ports)


@pytest.mark.deep("It fetches two images, builds a third and installs every package in it.")
@pytest.mark.timeout(20 * PATIENCE_S)
def test_wallchart_runs_in_the_container_on_the_databases_beside_it(
    up: list[str], tmp_path: Path
) -> None:
    def within(*words: str, check: bool = True, detach: bool = False) -> int:
        how = ["--detach"] if detach else ["-T"]
        return _docker(*up, "exec", *how, "workspace", *words, check=check).returncode

    within("python3", "start.py", "setup")
    within("python3", "start.py", "dev", "DEMO=0", detach=True)
    asks = "import urllib.request; urllib.request.urlopen('http://localhost:8000/')"
    wait_until(
        lambda: within("python3", "-c", asks, check=False) == 0,
        what="a page",
        log=tmp_path / "none",
    )
