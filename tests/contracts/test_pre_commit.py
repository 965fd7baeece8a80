"""What is checked before a commit is what `start.py check` checks."""

import subprocess
from typing import Any

import yaml

import start
from tests.processes import ROOT

CONFIG = ROOT / ".pre-commit-config.yaml"


def _hooks() -> list[dict[str, Any]]:
    repositories = yaml.safe_load(CONFIG.read_text(encoding="utf-8"))["repos"]
    assert [one["repo"] for one in repositories] == ["local"], "nothing is fetched"
    return list(repositories[0]["hooks"])


def test_before_a_commit_the_same_checks_run_in_the_same_order_as_by_hand() -> None:
    hooks = _hooks()
    assert [hook["id"] for hook in hooks] == [*start.CHECKS]
    for hook in hooks:
        assert hook["entry"] == f"python3 start.py {hook['id']}"
        # Whatever was changed: a check is of the whole, and takes no names of files.
        assert (hook["language"], hook["pass_filenames"], hook["always_run"]) == (
            *("system", False),
            True,
        )


def test_the_program_that_runs_them_understands_the_file() -> None:
    asked = [str(start.BIN / "pre-commit"), "validate-config", str(CONFIG)]
    ran = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")
