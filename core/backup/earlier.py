"""The tables as earlier versions made them: known from the migrations, which are all still here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from django.apps.registry import Apps
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

Node = tuple[str, str]


@dataclass(frozen=True, slots=True)
class EarlierTables:
    """The tables that some of the migrations of this version make."""

    nodes: tuple[Node, ...]

    def models(self) -> Apps:
        """Returns the models of these tables, as the migrations tell them."""
        loader = MigrationLoader(None, ignore_no_migrations=True)
        return loader.project_state(list(self.nodes)).apps

    def make(self) -> Apps:
        """Makes these tables in this database, which has none; returns their models."""
        executor = MigrationExecutor(connection)
        state = executor.migrate(self._last_of_each_app(executor.loader))
        return state.apps

    def _last_of_each_app(self, loader: MigrationLoader) -> list[Node]:
        """Returns the migrations that no other of the same app follows: they bring the others."""
        ours = set(self.nodes)
        return [node for node in self.nodes if not _followers(loader, node) & ours]


def _followers(loader: MigrationLoader, node: Node) -> set[Node]:
    return {one.key for one in loader.graph.node_map[node].children if one.key[0] == node[0]}


def earlier_tables(migrations: Collection[str]) -> EarlierTables | None:
    """Returns the tables that these migrations made, named as `tables.applied_migrations` does.

    None where they are those of today, or unknown here, or where this database has tables already.
    """
    loader = MigrationLoader(connection)
    nodes = sorted((app, name) for app, _, name in (one.partition(".") for one in migrations))
    known = set(loader.disk_migrations)
    if loader.applied_migrations or not nodes or set(nodes) == known or not set(nodes) <= known:
        return None
    return EarlierTables(tuple(nodes))


def tables_of_this_database() -> EarlierTables:
    """Returns the tables that this database has, as far as this version knows them."""
    loader = MigrationLoader(connection)
    nodes = sorted(set(loader.applied_migrations) & set(loader.disk_migrations))
    return EarlierTables(tuple(nodes))
