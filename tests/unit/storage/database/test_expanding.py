"""Tables change so that programs of the version before can live with them (docs/developer.md)."""

from pathlib import Path
from typing import Any

import pytest
from django.db import models
from django.db.migrations import Migration, operations
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from storage.version import VERSION
from testbed.stack import ROOT
from tests.expanding import problems

_FIRST = "0001_initial"
"""It makes the tables of an app, which nobody uses yet."""
_KEEPS_ROWS: dict[str, Any] = {"on_delete": models.CASCADE, "db_constraint": False}


def test_programs_of_the_version_before_can_live_with_every_migration() -> None:
    from django.apps import apps

    loader = MigrationLoader(None)
    # An environment of Python may lie in the checkout.
    ours = {
        app.label
        for app in apps.get_app_configs()
        if Path(app.path).is_relative_to(ROOT)
        and "site-packages" not in Path(app.path).parts
        and app.label in loader.migrated_apps
    }
    keys = [key for key in loader.disk_migrations if key[0] in ours]
    assert {"configuration", "webui", "stories"} <= ours
    assert {app for app, name in keys if name == _FIRST} == ours
    assert [
        problem
        for key in keys
        if key[1] != _FIRST
        for problem in problems(
            loader.disk_migrations[key], loader.project_state(key, at_end=False), VERSION
        )
    ] == []


@pytest.fixture
def before() -> ProjectState:
    """A table that programs of the version before use."""
    state = ProjectState()
    fields: list[tuple[str, Any]] = [
        ("id", models.BigAutoField(primary_key=True)),
        ("title", models.CharField(max_length=100)),
    ]
    operations.CreateModel("Book", fields).state_forwards("library", state)
    return state


def found(before: ProjectState, *steps: Operation, **attributes: str) -> list[str]:
    """Return what is wrong with a migration in which 0.4.0 runs beside the next version."""
    made = type("Migration", (Migration,), {"operations": list(steps), **attributes})
    return problems(made("0002_more", "library"), before, "0.4.0")


def added(field: Any) -> Operation:
    return operations.AddField("Book", "more", field)


def loan(key: Any) -> Operation:
    return operations.CreateModel("Loan", [("id", models.BigAutoField(primary_key=True)), key])


@pytest.mark.parametrize(
    "step",
    [
        added(models.TextField(db_default="")),
        added(models.IntegerField(null=True)),
        added(models.ForeignKey("library.Book", null=True, **_KEEPS_ROWS)),
        loan(("book", models.ForeignKey("Book", **_KEEPS_ROWS))),
        loan(("books", models.ManyToManyField("library.Book", db_constraint=False))),
        operations.AddIndex("Book", models.Index(fields=["title"], name="by_title")),
        operations.AlterField("Book", "title", models.CharField("name", max_length=200)),
        operations.AlterField("Book", "title", models.CharField(max_length=100, db_default="")),
        operations.AlterModelOptions("Book", {"ordering": ["title"]}),
        operations.RunPython(operations.RunPython.noop),
    ],
    ids=lambda step: step.describe(),
)
def test_what_only_adds_is_fine(before: ProjectState, step: Operation) -> None:
    assert found(before, step) == []


@pytest.mark.parametrize(
    ("step", "why"),
    [
        (added(models.TextField(default="")), "give it a db_default"),
        (added(models.IntegerField(unique=True, db_default=1)), "the same value in it"),
        (
            added(models.ForeignKey("library.Book", models.CASCADE, null=True)),
            "more keeps programs of before from deleting rows",
        ),
        (
            loan(("book", models.ForeignKey("library.Book", models.CASCADE))),
            "book keeps programs of before from deleting rows",
        ),
        (
            loan(("books", models.ManyToManyField("library.Book"))),
            "books keeps programs of before from deleting rows",
        ),
        (
            operations.AlterField("Book", "title", models.CharField(max_length=50)),
            "it changes max_length of a column",
        ),
        (
            operations.AlterField("Book", "title", models.CharField(max_length=100, null=True)),
            "it changes null of a column",
        ),
        (
            operations.AlterField("Book", "title", models.IntegerField()),
            "it changes the column",
        ),
        (
            operations.AddConstraint(
                "Book", models.UniqueConstraint(fields=["title"], name="one_title")
            ),
            "may write what it refuses",
        ),
        (operations.RemoveField("Book", "title"), "it takes away"),
        (operations.RenameField("Book", "title", "name"), "it takes away"),
        (operations.RenameModel("Book", "Volume"), "it takes away"),
        (operations.DeleteModel("Book"), "it takes away"),
        (operations.RunSQL("DROP TABLE library_book"), "it takes away"),
    ],
    ids=lambda value: value.describe() if isinstance(value, Operation) else "",
)
def test_what_takes_something_away_is_named(
    before: ProjectState, step: Operation, why: str
) -> None:
    [problem] = found(before, step)
    assert problem.startswith("library.0002_more: ")
    assert why in problem
    # 0.4.0 may still run, and needed it.
    assert found(before, step, contracts="0.4.0") == [problem]
    # Only programs that run no more needed it.
    assert found(before, step, contracts="0.3.1") == []


def test_a_new_table_may_have_rules_of_its_own(before: ProjectState) -> None:
    one = models.UniqueConstraint(fields=["book"], name="one_loan")
    key = ("book", models.ForeignKey("library.Book", **_KEEPS_ROWS))
    assert found(before, loan(key), operations.AddConstraint("Loan", one)) == []
