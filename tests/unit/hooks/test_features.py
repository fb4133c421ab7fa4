"""Features are found, chosen and asked; what is wrong with one stops no other."""

import logging
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from hooks.answers import Entry
from hooks.features import (
    FEATURE_FAILED,
    FOLDER,
    Features,
    chosen_features,
    feature_names,
    feature_settings,
    load_features,
)

ANSWERING = """
from hooks.answers import Entry
from hooks.specifications import hookimpl

@hookimpl
def navigation():
    return [Entry(right="", label=__package__, route="", place=1)]
"""
ERASING = """
from hooks.specifications import hookimpl

@hookimpl
def erase_documents(ids):
    ids.remove(__package__.rpartition(".")[2])
    return {"left": len(ids)}
"""
FAILING = """
from hooks.specifications import hookimpl

@hookimpl
def navigation():
    raise {error}("the reason")
"""

Load = Callable[..., Features]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """Load features from a package of this test, given their sources by name."""

    def made(sources: dict[str, str], *wanted: str, **options: type[Exception]) -> Features:
        package = f"features_{tmp_path.name.replace('-', '_')}"
        for name, source in sources.items():
            folder = tmp_path / package / name
            folder.mkdir(parents=True)
            (folder / "__init__.py").touch()
            (folder / "feature.py").write_text(source)
        monkeypatch.syspath_prepend(str(tmp_path))
        loaded = set(sys.modules)
        passing = tuple(options.values())
        found = load_features(wanted or ("all",), passing, package=package)
        for name in set(sys.modules) - loaded:
            monkeypatch.delitem(sys.modules, name)
        return found

    return made


def names_of(entries: Sequence[Entry]) -> list[str]:
    return [str(entry.label).rpartition(".")[2] for entry in entries]


THREE = {"maps": ANSWERING, "archive": ANSWERING, "tags": ANSWERING}


@pytest.mark.parametrize(
    ("wanted", "on"),
    [
        (("all",), ["archive", "maps", "tags"]),
        (("all", "-maps"), ["archive", "tags"]),
        (("-maps",), ["archive", "tags"]),
        (("none",), []),
        (("none", "tags"), ["tags"]),
        (("tags", "maps"), ["maps", "tags"]),
        (("all", "-maps", "maps"), ["archive", "maps", "tags"]),
    ],
)
def test_a_choice_names_what_is_on_or_off(
    load: Load, wanted: tuple[str, ...], on: list[str]
) -> None:
    features = load(THREE, *wanted)
    assert list(features.names) == on
    assert list(features.off) == sorted(set(THREE) - set(on))
    assert features.problems == ()
    assert names_of(features.ask_for_all("navigation")) == on
    assert [folder.name for folder in features.folders] == on


@pytest.mark.parametrize(
    ("wanted", "on"),
    [
        (("all", "-map"), ["archive", "maps", "tags"]),
        (("map",), ["archive", "maps", "tags"]),
        (("all;-maps",), ["archive", "maps", "tags"]),
        (("-all",), ["archive", "maps", "tags"]),
        (("map", "tags"), ["tags"]),
        (("none", "all"), []),
    ],
)
def test_a_name_that_is_not_understood_is_said_and_changes_nothing(
    load: Load, wanted: tuple[str, ...], on: list[str]
) -> None:
    features = load(THREE, *wanted)
    assert list(features.names) == on
    [problem] = features.problems
    assert "archive, maps, tags" in problem


@pytest.mark.parametrize("wanted", [("ALL", "-Maps"), ('"all"', "-maps"), (" all ", " -maps")])
def test_letters_case_quotes_and_blanks_do_not_count(load: Load, wanted: tuple[str, ...]) -> None:
    features = load(THREE, *wanted)
    assert (features.names, features.problems) == (("archive", "tags"), ())


def test_a_feature_that_cannot_be_imported_is_off_and_named(load: Load) -> None:
    broken = {**THREE, "maps": "import a_library_that_nobody_has"}
    features = load(broken)
    assert features.names == ("archive", "tags")
    assert features.off == ("maps",)
    [problem] = features.problems
    assert "maps" in problem
    assert "a_library_that_nobody_has" in problem
    assert isinstance(features.errors["maps"], ModuleNotFoundError)


def test_a_feature_without_its_addresses_is_off_from_then_on(
    load: Load, caplog: pytest.LogCaptureFixture
) -> None:
    no_pages = f"""{ANSWERING}
@hookimpl
def routes():
    import a_library_that_nobody_has
"""
    features = load({**THREE, "maps": no_pages})
    assert names_of(features.ask_for_all("navigation")) == ["archive", "maps", "tags"]
    with caplog.at_level(logging.ERROR):
        assert features.ask_for_all("routes") == []
    assert [vars(each)["feature"] for each in caplog.records] == ["maps"]
    assert names_of(features.ask_for_all("navigation")) == ["archive", "tags"]


def test_an_answer_of_another_kind_is_left_out_and_named(
    load: Load, caplog: pytest.LogCaptureFixture
) -> None:
    features = load(
        {
            **THREE,
            "maps": ANSWERING.replace(
                '[Entry(right="", label=__package__, route="", place=1)]', "5"
            ),
        }
    )
    with caplog.at_level(logging.ERROR):
        assert names_of(features.ask_for_all("navigation")) == ["archive", "tags"]
    assert [vars(each)["feature"] for each in caplog.records] == ["maps"]


def test_a_feature_at_a_hook_that_is_none_is_off_and_named(load: Load) -> None:
    features = load({**THREE, "maps": ANSWERING.replace("navigation", "navigated")})
    assert features.names == ("archive", "tags")
    [problem] = features.problems
    assert "maps" in problem
    assert "navigated" in problem


def test_a_feature_without_what_it_needs_is_off_and_so_is_what_needs_it(load: Load) -> None:
    chain = {
        "archive": ANSWERING,
        "evidence": f'NEEDS = ("archive",)\n{ANSWERING}',
        "signatures": f'NEEDS = ("evidence",)\n{ANSWERING}',
        "tags": ANSWERING,
    }
    features = load(chain, "all", "-archive")
    assert features.names == ("tags",)
    assert [("archive" in each, "evidence" in each) for each in features.problems] == [
        (True, True),
        (False, True),
    ]


def test_a_feature_that_raises_is_left_out_and_named(
    load: Load, caplog: pytest.LogCaptureFixture
) -> None:
    features = load({**THREE, "maps": FAILING.format(error="KeyError")})
    with caplog.at_level(logging.ERROR):
        assert names_of(features.ask_for_all("navigation")) == ["archive", "tags"]
    [record] = caplog.records
    assert record.msg == FEATURE_FAILED
    assert (vars(record)["feature"], vars(record)["hook"]) == ("maps", "navigation")
    assert record.exc_info


def test_an_error_of_a_store_passes(load: Load) -> None:
    features = load({**THREE, "maps": FAILING.format(error="OSError")}, passing=OSError)
    with pytest.raises(OSError, match="the reason"):
        features.ask("navigation")


def test_what_must_not_be_left_half_done_is_told_to_all_and_every_error_passes(load: Load) -> None:
    features = load({"archive": ERASING, "maps": ANSWERING, "tags": ERASING})
    kept = ["archive", "maps", "tags"]
    answers = features.tell("erase_documents", ids=kept)
    assert kept == ["maps"]
    assert sorted(each["left"] for each in answers) == [1, 2]
    with pytest.raises(ValueError, match="not in list"):
        features.tell("erase_documents", ids=kept)


def test_every_feature_of_newsloom_can_be_imported() -> None:
    features = load_features()
    assert features.problems == ()
    assert list(features.names) == feature_names()


def test_a_feature_whose_settings_cannot_be_imported_is_off_and_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sources = {
        "maps": {"feature": ANSWERING, "settings": "import a_library_that_nobody_has"},
        "tags": {"feature": ANSWERING, "settings": "SETTINGS = dict"},
    }
    for name, files in sources.items():
        folder = tmp_path / "features_with_settings" / name
        folder.mkdir(parents=True)
        for module, source in {"__init__": "", **files}.items():
            (folder / f"{module}.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    package = "features_with_settings"
    assert feature_settings(package) == {"maps": None, "tags": dict}
    assert chosen_features(["all", "-tags"], package) == ["maps"], "also what cannot be imported"
    found = load_features(package=package)
    assert list(found.names) == ["tags"]
    [problem] = found.problems
    assert "The feature maps cannot be used and is off" in problem
    assert "a_library_that_nobody_has" in problem


def test_the_settings_of_each_feature_have_a_prefix_of_their_own() -> None:
    from storage.settings import Settings

    kinds = feature_settings()
    assert set(kinds) == {path.parent.name for path in FOLDER.glob("*/settings.py")}
    prefixes = [kind.PREFIX for kind in kinds.values()]
    assert len(prefixes) == len(set(prefixes))
    own = Settings.__dataclass_fields__
    assert not [name for name in own if name.startswith(tuple(prefixes))]
    assert all(prefix.endswith("_") for prefix in prefixes)
