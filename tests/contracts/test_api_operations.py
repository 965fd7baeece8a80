"""Everything that can be done can be done by a program, and the description says how."""

from __future__ import annotations

import yaml

from api.description import permission_of
from api.document import as_yaml
from api.management.commands.api_description import FILE
from api.operations import Act, Give, ReadOperation, all_operations
from core.journal.command import registry
from core.roles.table import Permission

WITHOUT_OPERATION: dict[str, str] = (
    dict.fromkeys(
        ("judge.joined", "judge.left"),
        "only a device in the hall becomes a judge by its PIN; a program has its token",
    )
    | dict.fromkeys(
        ("demonstration.removed",),
        "the desk and the console remove the demonstration as a whole, and ask before they do",
    )
    | dict.fromkeys(
        ("player.reports_stopped",),
        "whoever gets the mails ends them at the link in each; a program changes the player",
    )
    | dict.fromkeys(
        ("invitation.taken_up",),
        "whoever is invited takes it up at its link, where they sign in or make their account",
    )
)
"""The commands that no operation gives, each with the reason."""


def _given() -> set[str]:
    return {one.command.code for _, one in all_operations() if isinstance(one, Give)}


def test_every_command_is_given_by_an_operation_or_has_its_reason() -> None:
    assert set(registry()) - _given() - set(WITHOUT_OPERATION) == set()
    assert set(WITHOUT_OPERATION) & _given() == set()
    assert set(WITHOUT_OPERATION) - set(registry()) == set()
    assert all(WITHOUT_OPERATION.values())


def test_every_operation_names_one_permission_and_says_what_it_does() -> None:
    for tag, one in all_operations():
        assert isinstance(one, Act | Give | ReadOperation)
        assert not isinstance(one, Act) or one.reason
        assert permission_of(one) in Permission
        assert tag


def test_what_the_description_says_is_what_there_is() -> None:
    # It is written by `manage.py api_description`.
    assert FILE.read_text(encoding="utf-8") == as_yaml()


def test_the_description_names_every_operation_once_with_all_it_can_answer() -> None:
    said = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    named = [one for path in said["paths"].values() for one in path.values()]
    assert said["openapi"] == "3.1.0"
    assert sorted(one["operationId"] for one in named) == sorted(
        o.name for _, o in all_operations()
    )
    for one in named:
        assert one["summary"].endswith(".")
        assert {"200", "400", "401", "403", "404", "406", "429", "503"} <= set(one["responses"])
