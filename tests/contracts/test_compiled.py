"""The test modules that the processes of a run compile for each other."""

from pathlib import Path

from tests.compiled import modules


def test_the_modules_are_those_that_the_command_line_names(tmp_path: Path) -> None:
    for name in ("one/test_b.py", "one/test_a.py", "one/builders.py", "two/test_c.py"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.touch()
    named = ["one", "two/test_c.py::test_that[a-1]"]
    found = [path.relative_to(tmp_path).as_posix() for path in modules(named, tmp_path)]
    assert found == ["one/test_a.py", "one/test_b.py", "two/test_c.py"]
