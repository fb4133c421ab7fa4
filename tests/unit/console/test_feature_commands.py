"""The commands of features: those that are on are listed and run, those that are off are named."""

import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import features
from newsloom import cli
from storage.errors import SettingsError

FEATURE = """
from hooks.specifications import hookimpl

@hookimpl
def commands():
    return {
        "greet": "features.greeting.command:greet",
        "archive greet": "features.greeting.command:greet",
    }
"""
COMMAND = """
import click

@click.command()
def greet():
    "Greet who asks."
    click.echo("Good morning")
"""


@pytest.fixture(autouse=True)
def greeting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The only feature that there is has a command."""
    folder = tmp_path / "features" / "greeting"
    folder.mkdir(parents=True)
    (folder / "__init__.py").touch()
    (folder / "feature.py").write_text(FEATURE)
    (folder / "command.py").write_text(COMMAND)
    monkeypatch.setattr(features, "__path__", [str(folder.parent)])
    monkeypatch.setenv("NEWSLOOM_HOME", str(tmp_path / "home"))
    yield
    for name in [each for each in sys.modules if each.startswith("features.greeting")]:
        del sys.modules[name]


def listed(group: click.Group) -> set[str]:
    return set(group.list_commands(click.Context(group)))


def test_a_command_of_a_feature_is_listed_and_runs() -> None:
    assert {"greet", "search"} <= listed(cli)
    assert "Greet who asks." in CliRunner().invoke(cli, ["--help"]).output
    assert CliRunner().invoke(cli, ["greet"]).output == "Good morning\n"


def test_a_command_of_a_feature_may_be_in_a_group() -> None:
    from console.commands.archive import archive

    assert listed(archive) == {"show", "prune", "greet"}
    assert CliRunner().invoke(cli, ["archive", "greet"]).output == "Good morning\n"
    assert "No such command 'great'" in CliRunner().invoke(cli, ["archive", "great"]).output


def test_a_command_of_a_feature_that_is_off_says_which_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEWSLOOM_FEATURES", "none")
    assert "greet" not in listed(cli)
    done = CliRunner().invoke(cli, ["greet"])
    assert done.exit_code == 2
    assert "is one of the feature greeting, which is off" in done.output
    assert "No such command 'great'" in CliRunner().invoke(cli, ["great"]).output


def test_with_wrong_settings_the_help_has_the_commands_of_the_core(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NEWSLOOM_WEB_PORT", "many")
    done = CliRunner().invoke(cli, ["--help"])
    assert done.exit_code == 0
    assert "search" in done.output
    assert "Greet" not in done.output
    asked = CliRunner().invoke(cli, ["greet"])
    assert isinstance(asked.exception, SettingsError)
    assert "NEWSLOOM_WEB_PORT" in str(asked.exception)
