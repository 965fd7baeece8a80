"""The lock files: everything hashed, no download address, one version of everything."""

import re

import pytest

from tests.processes import ROOT

LOCKS = ("base", "dev")


def _text(lock: str) -> str:
    return (ROOT / "requirements" / f"{lock}.lock").read_text(encoding="utf-8")


def _pins(lock: str) -> dict[str, str]:
    return dict(re.findall(r"^([a-z0-9._-]+)==([^ ;]+)", _text(lock), flags=re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place_to_download_from(lock: str) -> None:
    for mark in ("://", "--index", "--find-links", " @ ", "file:"):
        assert mark not in _text(lock)


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_a_hash(lock: str) -> None:
    entries = re.split(r"^(?=[a-z0-9._-]+==)", _text(lock), flags=re.MULTILINE)[1:]
    assert len(entries) == len(_pins(lock)) > 20
    assert [entry.splitlines()[0] for entry in entries if "--hash=sha256:" not in entry] == []


def test_the_tests_run_on_the_versions_that_an_installation_gets() -> None:
    assert _pins("base").items() <= _pins("dev").items()


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_has_a_lower_bound_and_a_pin(lock: str) -> None:
    wanted = (ROOT / "requirements" / f"{lock}.in").read_text(encoding="utf-8").splitlines()
    names = [line for line in wanted if line and not line.startswith(("#", "-r"))]
    assert [line for line in names if ">=" not in line] == []
    missing = {re.split(r"[\[>]", line)[0] for line in names} - _pins(lock).keys()
    assert missing == set()
