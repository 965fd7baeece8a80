"""The root of the API: what there is."""

from __future__ import annotations

from dataclasses import dataclass

from api.operations import Asked, One, all_operations, register_api

VERSION = "1"


@dataclass(frozen=True, slots=True)
class OperationShown:
    """An operation: its method, its address below the root, and its name in the description."""

    method: str
    address: str
    name: str


@dataclass(frozen=True, slots=True)
class RootShown:
    """What there is below this address, and where it is described."""

    version: str
    description: str
    operations: list[OperationShown]


def _root(_: Asked) -> RootShown:
    operations = [
        OperationShown(one.method, readable(one.path), one.name) for _, one in all_operations()
    ]
    return RootShown(VERSION, "openapi.yaml", operations)


def readable(route: str) -> str:
    """Returns a route as people write it: `events/{event}`."""
    parts = route.replace(">", "}").split("<")
    return "".join([parts[0], *("{" + part.partition(":")[2] for part in parts[1:])])


register_api(
    "root",
    One(path="", name="root_read", says="Lists what there is.", shape=RootShown, find=_root),
)
