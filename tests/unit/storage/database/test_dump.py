"""The rows of a backup: those of every app with tables, under the names that they have here."""

import json
from collections.abc import Iterator

import pytest

from storage.errors import Refused

pytestmark = pytest.mark.usefixtures("tables")

RIDDLE = json.dumps({"model": "configuration.riddle", "pk": 3, "fields": {"text": "谜语"}})
PUZZLE = json.dumps({"model": "puzzles.puzzle", "pk": 4, "fields": {"text": "a rebus"}})
THRESHOLD = json.dumps(
    {"model": "configuration.threshold", "pk": "buried_jobs", "fields": {"value": 2.5}}
)


@pytest.fixture
def puzzles() -> Iterator[None]:
    """The app of puzzles, with its tables, switched on as INSTALLED_APPS name any app."""
    from django.core.management import call_command
    from django.test import modify_settings

    with modify_settings(INSTALLED_APPS={"append": "tests.unit.storage.database.puzzles"}):
        call_command("migrate", "puzzles", verbosity=0)
        yield
        call_command("migrate", "puzzles", "zero", verbosity=0)


@pytest.mark.usefixtures("puzzles")
def test_rows_and_migrations_are_those_of_every_app_with_tables() -> None:
    from storage.database.dump import dumped, migrations
    from tests.unit.storage.database.puzzles.models import Guess, Puzzle

    Puzzle._default_manager.create(text="a rebus")
    Guess._default_manager.create(text="a rabbit")
    rows = [json.loads(line) for line in dumped()]
    assert [row["fields"] for row in rows if row["model"].startswith("puzzles.")] == [
        {"text": "a rebus"}
    ]
    found = migrations()
    assert found["configuration"] == found["puzzles"] == "0001_initial"


@pytest.mark.usefixtures("puzzles")
def test_rows_go_where_their_model_is_now() -> None:
    from storage.database.dump import known, load, unknown
    from tests.unit.storage.database.puzzles.models import Puzzle

    rows = [RIDDLE, PUZZLE, THRESHOLD]
    assert load(known(rows)) == 3
    assert list(Puzzle._default_manager.order_by("pk").values_list("pk", "text")) == [
        (3, "谜语"),
        (4, "a rebus"),
    ]
    assert unknown(rows) == {}


def test_rows_of_what_is_switched_off_are_left_out_and_counted() -> None:
    from storage.database.dump import known, load, unknown
    from storage.database.models import Threshold

    rows = [RIDDLE, PUZZLE, THRESHOLD, PUZZLE]
    assert unknown(rows) == {"configuration.riddle": 1, "puzzles.puzzle": 2}
    assert load(known(rows)) == 1
    assert Threshold.objects.get().value == 2.5


@pytest.mark.parametrize("fields", [{"value": "many"}, {"worth": 2.5}])
def test_damaged_rows_are_refused_and_none_is_written(fields: dict[str, object]) -> None:
    from storage.database.dump import known, load
    from storage.database.models import Threshold

    Threshold.objects.all().delete()
    damaged = {"model": "configuration.threshold", "pk": "lag_seconds", "fields": fields}
    with pytest.raises(Refused, match="row 2 of the configuration cannot be read"):
        load(known([THRESHOLD, json.dumps(damaged)]))
    assert not Threshold.objects.exists()


def test_rows_that_refer_to_missing_ones_are_refused() -> None:
    from storage.database.dump import known, load
    from storage.database.models import SourceTag

    row = {"model": "configuration.sourcetag", "pk": 1, "fields": {"source": 77, "tag": "news"}}
    with pytest.raises(Refused, match="do not fit together"):
        load(known([json.dumps(row)]))
    assert not SourceTag.objects.exists()
