"""The rules of the house hold, and each guard fails when its rule is broken."""

import re
import shutil
from pathlib import Path

import pytest

from tests.contracts import house
from tests.processes import ROOT


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the rooms and their contracts, to plant a fault in."""
    return _copied(tmp_path)


def _copied(folder: Path) -> Path:
    shutil.copy(ROOT / "pyproject.toml", folder)
    for room in house.ROOMS:
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def _append(path: Path, line: str) -> None:
    path.write_text(path.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")


def test_no_module_is_too_long() -> None:
    assert house.long_modules() == []


def test_no_function_is_too_long() -> None:
    assert house.long_functions() == []


def test_every_module_has_a_name_that_says_what_it_holds() -> None:
    assert house.empty_names() == []


def test_no_two_classes_share_a_name_without_a_reason(copy: Path) -> None:
    assert house.shared_names() == []
    _append(copy / "core" / "errors.py", "class Seat:\n    pass")
    assert house.shared_names(copy) == ["Seat: core/errors.py, tournaments/models/play.py"]


def test_no_line_of_a_template_is_too_long() -> None:
    assert house.long_template_lines() == []


def test_every_component_is_given_by_name_all_that_it_reads() -> None:
    assert house.unnamed_includes() == []


def test_no_template_may_be_included_bare_without_need(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = set(house.INCLUDED_BARE)
    monkeypatch.setattr(house, "INCLUDED_BARE", {})
    assert {Path(one.split(": ")[1]).name for one in house.unnamed_includes()} == listed


def test_every_pure_package_is_imported_where_django_cannot_be() -> None:
    answer = house.import_without_django()
    assert answer.returncode == 0, answer.stderr
    assert int(answer.stdout) > len(house.PURE)


def test_the_rooms_import_only_downwards() -> None:
    answer = house.lint_imports()
    assert answer.returncode == 0, answer.stdout


@pytest.mark.parametrize("name", ["long.py", "static/js/long.js"])
def test_the_guard_of_sizes_sees_a_module_of_one_line_too_many(tmp_path: Path, name: str) -> None:
    module = tmp_path / name
    module.parent.mkdir(parents=True, exist_ok=True)
    module.write_text("x = 1\n" * house.LINES_PER_MODULE)
    assert house.long_modules(tmp_path) == []
    _append(module, "x = 1")
    assert house.long_modules(tmp_path) == [f"{name}: 401 lines"]


@pytest.mark.parametrize(
    ("name", "limit"),
    [("board.py", house.LINES_PER_FUNCTION), ("views/board.py", house.LINES_PER_VIEW)],
)
def test_the_guard_of_sizes_sees_a_function_of_one_line_too_many(
    tmp_path: Path, name: str, limit: int
) -> None:
    module = tmp_path / name
    module.parent.mkdir(exist_ok=True)
    module.write_text(
        'def show():\n    """Docstrings\n    are free."""\n' + "    x = 1\n" * (limit - 1)
    )
    assert house.long_functions(tmp_path) == []
    _append(module, "    x = 1")
    assert house.long_functions(tmp_path) == [f"{name}:1 show: {limit + 1} lines"]


def _plant(folder: Path, **templates: str) -> None:
    for name, text in templates.items():
        path = folder / "templates" / "desk" / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_the_guard_of_templates_sees_a_line_of_one_character_too_many(tmp_path: Path) -> None:
    line = "é" * house.CHARACTERS_PER_TEMPLATE_LINE
    _plant(tmp_path, fits=line, board=f"<p>\n{line}é\n</p>\n")
    assert house.long_template_lines(tmp_path) == ["desk/board.html:2: 161 characters"]


@pytest.mark.parametrize(
    ("tag", "is_fine"),
    [
        ('{% include "components/_badge.html" %}', False),
        ('{% include "components/_badge.html" with word=word kind="" %}', False),
        ('{% include "components/_badge.html" with word=word kind="" only %}', True),
        ('{% include "tournaments/overview/_seat.html" %}', True),
        ('{% include "tournaments/overview/_seat.html" with seat=one %}', False),
        ('{% include "tournaments/overview/_seat.html" %}' * 2, False),
        ('{% include "tournaments/overview/_seat.html" with seat=one only %}' * 2, True),
    ],
)
def test_the_guard_of_templates_sees_a_component_that_may_read_anything(
    tmp_path: Path, tag: str, is_fine: bool
) -> None:
    _plant(tmp_path, board=tag)
    assert (house.unnamed_includes(tmp_path) == []) == is_fine


@pytest.mark.parametrize("name", ["utils.py", "pairing_helpers.py", "common/board.py"])
def test_the_guard_of_names_sees_a_name_that_says_nothing(tmp_path: Path, name: str) -> None:
    module = tmp_path / name
    module.parent.mkdir(exist_ok=True)
    module.touch()
    assert house.empty_names(tmp_path) == [name]


def test_the_guard_of_pureness_sees_an_import_of_django_in_each_package(copy: Path) -> None:
    planted = [copy / package.replace(".", "/") / "planted.py" for package in house.PURE]
    for module in planted:
        module.write_text("from django.db import models\n")
    answer = house.import_without_django(copy)
    assert answer.returncode != 0
    assert [module for module in planted if f'"{module}"' not in answer.stderr] == []
    assert answer.stderr.count("django is not for pure packages") == len(planted)


GOING_UP = [
    ("people/selectors.py", "tournaments.models", "A room imports"),
    ("core/errors.py", "config.settings", "A room imports"),
    ("games/apps.py", "ratings.models", "A room imports"),
    ("people/models.py", "people.selectors", "Inside an app"),
    ("ratings/systems/planted.py", "django", "Pure packages"),
    ("games/engine/planted.py", "core.models", "Pure packages"),
    ("tournaments/pairing/planted.py", "tournaments.models", "A feature of tournaments"),
]
"""Imports that go up, each with a module that makes it and the contract that it breaks."""


@pytest.fixture(scope="module")
def told_of(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return what is said of each contract that a copy with all these imports breaks."""
    copy = _copied(tmp_path_factory.mktemp("going_up"))
    for module, imported, _ in GOING_UP:
        (copy / module).touch()
        _append(copy / module, f"import {imported}")
    answer = house.lint_imports(copy)
    assert answer.returncode != 0
    titles = re.split(r"^(.+)\n-+\n", answer.stdout, flags=re.MULTILINE)
    return dict(zip(titles[1::2], titles[2::2], strict=True))


@pytest.mark.parametrize(("module", "imported", "contract"), GOING_UP)
def test_the_guard_of_the_rooms_sees_an_import_that_goes_up(
    told_of: dict[str, str], module: str, imported: str, contract: str
) -> None:
    importer = module.removesuffix(".py").replace("/", ".")
    said = next(said for title, said in told_of.items() if title.startswith(contract))
    assert re.search(rf"^- +{importer} -> {imported} \(l\.", said, flags=re.MULTILINE)
