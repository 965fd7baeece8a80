"""What is imported is declared, and what is declared is imported or has its reason."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from tests.contracts import house
from tests.processes import ROOT
from tests.statements import statements

FOR_TESTS = ("bench", "docs", "tests")
ASKED_FOR = {
    "argon2-cffi": "Django hashes passwords with it (PASSWORD_HASHERS)",
    "pywin32": "kombu locks the files of its broker with it on Windows",
    "celery-types": "types of celery",
    "defusedxml": "openpyxl reads hostile XML with it",
    "django-stubs": "types of Django",
    "djangorestframework-stubs": "types of Django REST framework",
    "types-networkx": "types of networkx",
    "types-openpyxl": "types of openpyxl",
    "types-paramiko": "types of paramiko",
    "djade": "formats templates",
    "django-debug-toolbar": "`start.py dev` shows it",
    "flask": "moto's server of buckets is an application of it",
    "flask-cors": "moto's server of buckets imports it",
    "import-linter": "holds the rooms",
    "mypy": "checks types",
    "pip-audit": "looks for known holes",
    "pre-commit": "runs the checks before a commit",
    "pytest-playwright": "a plugin",
    "pytest-randomly": "a plugin",
    "pytest-timeout": "a plugin",
    "pytest-xdist": "a plugin",
    "ruff": "lints and formats",
    "schemathesis": "is started by the test of the whole API, as a program",
}
"""Packages that nothing imports, and who asks for them instead."""


def declared(lock: str, root: Path = ROOT) -> set[str]:
    """Returns the packages that are declared for running, or for the tests besides."""
    lines = (root / "requirements" / f"{lock}.in").read_text(encoding="utf-8").splitlines()
    return {re.split(r"[\[>;]", line)[0] for line in lines if line and line[0] not in "#-"}


def modules_named(text: str) -> Iterator[str]:
    """Yields the modules that a file imports, or looks for by `find_spec`."""
    tree = ast.parse(text)
    for node in ast.walk(tree) if "find_spec" in text else statements(tree):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module
            case ast.Call(func=ast.Name(id="find_spec"), args=[ast.Constant(value=str(module))]):
                yield module


def imported(paths: Iterable[Path]) -> dict[str, str]:
    """Returns the packages of others that these files import, with the first file of each."""
    packages = packages_distributions()
    ours = {*house.ROOMS, *FOR_TESTS, "manage", "start"}
    found: dict[str, str] = {}
    for path in paths:
        for module in modules_named(path.read_text(encoding="utf-8")):
            top = module.partition(".")[0]
            if top not in sys.stdlib_module_names and top not in ours:
                for package in packages.get(top, [top]):
                    name = re.sub(r"[-_.]+", "-", package).lower()
                    found.setdefault(name, str(path.name))
    return found


@cache
def used(*, for_tests: bool) -> dict[str, str]:
    """Returns the packages that the program imports, or the tests and benchmarks, by module."""
    paths = house.modules(ROOT)
    return imported(p for p in paths if (p.relative_to(ROOT).parts[0] in FOR_TESTS) == for_tests)


def undeclared(found: dict[str, str], known: set[str]) -> dict[str, str]:
    return {package: at for package, at in found.items() if package not in known}


def test_every_package_that_the_program_imports_is_declared() -> None:
    assert undeclared(used(for_tests=False), declared("base")) == {}


def test_every_package_that_the_tests_import_is_declared() -> None:
    assert undeclared(used(for_tests=True), declared("base") | declared("dev")) == {}


@pytest.mark.parametrize(("lock", "for_tests"), [("base", (False,)), ("dev", (False, True))])
def test_every_package_that_is_declared_is_imported_or_has_its_reason(
    lock: str, for_tests: tuple[bool, ...]
) -> None:
    found = {package for one in for_tests for package in used(for_tests=one)}
    assert declared(lock) - found - ASKED_FOR.keys() == set()
    assert declared(lock) & found & ASKED_FOR.keys() == set()


def test_a_package_that_is_not_declared_is_found(tmp_path: Path) -> None:
    planted = tmp_path / "planted.py"
    planted.write_text("import json\nfrom hypothesis import given\nimport nowhere.at_all\n")
    assert imported([planted]) == {"hypothesis": "planted.py", "nowhere": "planted.py"}
    assert "hypothesis" not in declared("base")
