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
        "greetings": "features.greeting.command:greetings",
        "greetings late": "features.greeting.command:greet",
    }
"""
COMMAND = """
import click
from console.feature_commands import FeatureGroup

@click.command()
def greet():
    "Greet who asks."
    click.echo("Good morning")

@click.group(cls=FeatureGroup)
def greetings():
    "Greet in many ways."

@greetings.command()
def early():
    "Greet before everybody."
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
    greetings = cli.get_command(click.Context(cli), "greetings")
    assert isinstance(greetings, click.Group)
    assert listed(greetings) == {"early", "late"}
    assert CliRunner().invoke(cli, ["greetings", "late"]).output == "Good morning\n"
    assert "No such command 'great'" in CliRunner().invoke(cli, ["greetings", "great"]).output


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
