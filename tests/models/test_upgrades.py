"""Migrations let servers of the last released version run on the new tables."""

import subprocess
from collections.abc import Iterator

import pytest
from django.db import migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from tests import released

OURS = {"accounts", "games"}
GOES_AWAY = (
    migrations.DeleteModel,
    migrations.RemoveField,
    migrations.RenameField,
    migrations.RenameModel,
    migrations.AlterModelTable,
)


@pytest.fixture(scope="module")
def loader() -> MigrationLoader:
    return MigrationLoader(None)


@pytest.fixture(scope="module")
def before(loader: MigrationLoader) -> ProjectState:
    """The models as the released version knows them."""
    known = [node for node in loader.graph.nodes if node in released.migrations()]
    others = [node for node in loader.graph.leaf_nodes() if node[0] not in OURS]
    return loader.project_state(known + others)


def new_operations(loader: MigrationLoader) -> Iterator[tuple[str, Operation]]:
    """What migrations do that the released version does not have, in the database."""
    for node in sorted(loader.graph.nodes):
        if node[0] in OURS and node not in released.migrations():
            for operation in loader.get_migration(*node).operations:
                yield node[0], operation


def trouble(app: str, operation: Operation, before: ProjectState) -> str | None:
    """Why servers of the released version fail after *operation*; None if they do not."""
    if isinstance(operation, migrations.SeparateDatabaseAndState):
        found = (trouble(app, one, before) for one in operation.database_operations)
        return next(filter(None, found), None)
    name = getattr(operation, "model_name", getattr(operation, "name", "")).lower()
    known = before.models.get((app, name))
    if isinstance(operation, migrations.RenameModel):
        known = before.models.get((app, operation.old_name_lower))
    if known is None:  # a new table
        return None
    if isinstance(operation, GOES_AWAY):
        return f"{operation.describe()}: the released version still uses it"
    if isinstance(operation, migrations.AddField | migrations.AlterField):
        return _of_field(operation, known.fields.get(operation.name))
    return None


def _of_field(
    operation: migrations.AddField | migrations.AlterField, was: models.Field | None
) -> str | None:
    field = operation.field
    if field.many_to_many or field.null or field.has_db_default() or (was and not was.null):
        return None
    return f"{operation.describe()}: without null and db_default it cannot be left out"


def test_each_new_migration_lets_the_released_version_go_on(loader, before):
    troubles = [trouble(app, operation, before) for app, operation in new_operations(loader)]
    assert [each for each in troubles if each] == []


NUMBER = models.IntegerField


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("game", "new", NUMBER(default=0)),
        migrations.AddField("game", "new", models.CharField(max_length=3, blank=True)),
        migrations.AlterField("game", "deadline", models.DateTimeField()),
        migrations.RemoveField("game", "origin"),
        migrations.RenameField("game", "origin", "source"),
        migrations.DeleteModel("Outage"),
        migrations.RenameModel("Outage", "Silence"),
        migrations.SeparateDatabaseAndState([migrations.RemoveField("game", "origin")]),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_the_released_version_would_fail_at_is_found(operation, before):
    assert trouble("games", operation, before)


@pytest.mark.parametrize(
    "operation",
    [
        migrations.AddField("game", "new", NUMBER(null=True)),
        migrations.AddField("game", "new", NUMBER(db_default=0)),
        migrations.AlterField("game", "origin", models.CharField(max_length=20)),
        migrations.RemoveField("newcomer", "name"),
        migrations.SeparateDatabaseAndState(
            [migrations.AlterField("game", "origin", models.CharField(max_length=10, null=True))],
            [migrations.RemoveField("game", "origin")],
        ),
    ],
    ids=lambda operation: operation.describe(),
)
def test_what_the_released_version_can_live_with_passes(operation, before):
    assert trouble("games", operation, before) is None


def test_a_clone_with_too_little_history_is_told_how_to_get_it(tmp_path, monkeypatch):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    monkeypatch.setattr(released, "ROOT", tmp_path)
    with pytest.raises(released.NotInThisClone, match="git fetch --unshallow"):
        released.migrations()
