"""What a feature may import, and that it goes with its folder."""

import ast
import importlib
import json
from itertools import combinations, permutations
from math import comb
from pathlib import Path
from typing import Any

import pytest

from hooks.features import FOLDER, feature_names
from testbed.databases import set_up_django
from tests.checkouts import ROOT, run_in

# What another feature may use of a feature that it needs.
PUBLIC = "public"

# Makes the tables, asks the doctor, and opens every page of the core that needs no more than one
# document and one source: in one process, which imports everything once.
_OPEN_PAGES = """
import json
from newsloom import cli
for command in ("migrate", "doctor"):
    cli([command], prog_name="newsloom", standalone_mode=False)
print()
from webui.wsgi import set_up
set_up()
from django.contrib.auth.models import Group, User
from django.test import Client
from hooks.process import features
from storage.database.sources.sources import add_source
from tests.unit.webui.samples import article, draft
from tests.unit.webui.test_rights import TABLE
from webui.api.app import api
from webui.apps import stores

bank = article("https://example.org/1", "Bank", "Money.")
stores().documents().write([bank])
source = add_source(draft("Example"), "test").pk
user = User.objects.create_user("anna")
user.groups.add(Group.objects.get(name="admin"))
client = Client(SERVER_NAME="localhost", raise_request_exception=False)
client.force_login(user, "django.contrib.auth.backends.ModelBackend")
paths = {line.split()[1] for line in TABLE if line.startswith("GET")}
paths = {path.replace("{source}", str(source)) for path in paths}
paths |= {"/search/?q=bank", f"/documents/{bank.id}/", "/users/audit/"}
statuses = {path: client.get(path).status_code for path in paths if "{" not in path}
print(json.dumps({
    "features": list(features().names),
    "problems": list(features().problems),
    "opened": len(statuses),
    "broken": sorted(path for path, status in statuses.items() if status >= 500),
    "operations": len(api.get_openapi_schema()["paths"]),
}))
"""
_PAGES_OF_THE_CORE = 40


def feature_imports() -> list[tuple[str, str, str]]:
    """Return which feature imports which module of a feature, with the file."""
    found = []
    for path in sorted(FOLDER.rglob("*.py")):
        owner = path.relative_to(FOLDER).parts[0]
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            place = str(path.relative_to(ROOT))
            found += [(owner, place, name) for name in names if name.startswith("features.")]
    return found


def needs_of(name: str) -> tuple[str, ...]:
    found: tuple[str, ...] = getattr(
        importlib.import_module(f"features.{name}.feature"), "NEEDS", ()
    )
    return found


def test_features_that_bring_channels_have_a_module_of_that_name() -> None:
    """So that the core can name those that are off: it imports none of them."""
    found = {
        name: hasattr(importlib.import_module(f"features.{name}.feature"), "channels")
        for name in feature_names()
    }
    assert {name for name, brings in found.items() if brings} == {
        name for name in found if (FOLDER / name / "channel.py").exists()
    }
    assert any(found.values())


def test_features_meet_at_hooks_and_public_modules_only() -> None:
    wrong = []
    for owner, place, name in feature_imports():
        other, _, module = name.removeprefix("features.").partition(".")
        # Tests take samples of the features that theirs needs.
        offered = (PUBLIC, "tests.") if "tests" in Path(place).parts else PUBLIC
        allowed = other == owner or (other in needs_of(owner) and module.startswith(offered))
        if not allowed:
            wrong.append(f"{place} imports {name}")
    assert wrong == []


def test_no_feature_needs_itself_by_a_detour() -> None:
    def reached(name: str, trail: tuple[str, ...] = ()) -> None:
        assert name not in trail, [*trail, name]
        for needed in needs_of(name):
            assert needed in feature_names(), f"{name} needs {needed}, which is no feature"
            reached(needed, (*trail, name))

    for name in feature_names():
        reached(name)


@pytest.mark.parametrize("name", feature_names())
def test_every_feature_says_what_it_is(name: str) -> None:
    text = (FOLDER / name / "README.md").read_text()
    assert text.startswith("# ")
    assert len(text.splitlines()) <= 25, "ten lines or so: what a user gets, hooks, needs"
    for needed in needs_of(name):
        assert needed in text


def checkout_without(names: list[str], folder: Path) -> Path:
    """Return a checkout whose files are those of this one, without the folders of features."""
    for path in ROOT.iterdir():
        if path.name not in ("features", "var") and not path.name.startswith("."):
            (folder / path.name).symlink_to(path)
    # Python imports from where a script is, not from where a link to it is.
    (folder / "newsloom.py").unlink()
    (folder / "newsloom.py").write_bytes((ROOT / "newsloom.py").read_bytes())
    (folder / "features").mkdir()
    for path in FOLDER.iterdir():
        if path.name not in names:
            (folder / "features" / path.name).symlink_to(path)
    return folder


def parts() -> list[Any]:
    """Return parts of the features, so that of any two each is in one that the other is not in.

    Each feature is in another choice of half of the parts. Choices of one size hold none of each
    other (Sperner), and no fewer parts would do.
    """
    names = feature_names()
    count = next(
        count for count in range(1, len(names) + 2) if comb(count, count // 2) >= len(names)
    )
    choices = list(zip(names, combinations(range(count), count // 2), strict=False))
    return [
        pytest.param(tuple(name for name, choice in choices if part in choice), id=f"part {part}")
        for part in range(count)
    ]


def test_of_any_two_features_each_is_in_a_part_without_the_other() -> None:
    together = [set(part.values[0]) for part in parts()]
    for one, other in permutations(feature_names(), 2):
        assert any(one in part and other not in part for part in together), (one, other)


@pytest.mark.parametrize(
    "names",
    [
        *parts(),
        # What a feature would miss of another shows above, unless a third one is part of it.
        *(pytest.param((name,), id=name, marks=pytest.mark.heavy) for name in feature_names()),
    ],
)
def test_features_go_with_their_folders(names: tuple[str, ...], tmp_path: Path) -> None:
    """Without the folders, tables are made, *doctor* has no complaint, the API is described, and
    every page of the core opens.
    """
    (tmp_path / "checkout").mkdir()
    without = [each for each in feature_names() if {each, *needs_of(each)} & {*names}]
    checkout = checkout_without(without, tmp_path / "checkout")
    opened = run_in(checkout, "-c", _OPEN_PAGES, home=tmp_path / "home")
    assert opened.returncode == 0, opened.stdout + opened.stderr
    assert "\nready\n" in opened.stdout, "the doctor has no complaint"
    said = json.loads(opened.stdout.splitlines()[-1])
    assert not set(without) & set(said["features"])
    assert (said["problems"], said["broken"]) == ([], [])
    assert said["opened"] > _PAGES_OF_THE_CORE
    assert said["operations"]


def test_keys_of_features_to_the_core_have_no_constraint() -> None:
    """A process without the feature could not delete what they refer to."""
    set_up_django()
    from django.apps import apps

    from storage.database.orphans import keys_to_others

    bound = [
        f"{model._meta.label}.{key.name}"
        for name in feature_names()
        for model, key in keys_to_others(apps.get_app_config(name))
        if vars(key)["db_constraint"]
    ]
    assert bound == []


def test_doctor_says_which_features_are_off_and_whose_tables_are_missing(tmp_path: Path) -> None:
    names = feature_names()
    run_in(ROOT, "newsloom.py", "migrate", home=tmp_path, NEWSLOOM_FEATURES="none")
    alone = run_in(ROOT, "newsloom.py", "doctor", home=tmp_path, NEWSLOOM_FEATURES="none")
    assert f"none; off: {', '.join(names)}" in alone.stdout
    assert alone.stdout.splitlines()[-1] == "ready"
    all_on = run_in(ROOT, "newsloom.py", "doctor", home=tmp_path)
    assert all_on.returncode == 1
    assert "run `newsloom migrate`" in all_on.stdout
    wrong = run_in(ROOT, "newsloom.py", "doctor", home=tmp_path, NEWSLOOM_FEATURES="none,zebras")
    assert "names “zebras”, which is not a feature" in wrong.stdout
    assert wrong.stdout.splitlines()[-1] == "ready, but see what is wrong with features above"


def test_a_bug_in_a_feature_names_it_and_how_to_go_on(tmp_path: Path) -> None:
    (tmp_path / "checkout").mkdir()
    checkout = checkout_without([], tmp_path / "checkout")
    broken = checkout / "features" / "zebras"
    broken.mkdir()
    (broken / "__init__.py").touch()
    (broken / "feature.py").write_text('"""Add nothing."""\n')
    (broken / "models.py").write_text("import a_library_that_nobody_has\n")
    done = run_in(checkout, "newsloom.py", "migrate", home=tmp_path)
    assert done.returncode == 1
    assert "in the feature zebras, which NEWSLOOM_FEATURES=all,-zebras switches off" in done.stderr
    run_in(
        checkout, "newsloom.py", "migrate", home=tmp_path, NEWSLOOM_FEATURES="all,-zebras"
    ).check_returncode()
