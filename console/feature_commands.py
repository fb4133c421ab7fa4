"""The commands that features add to those of the core."""

from collections.abc import Mapping
from dataclasses import replace

import click

from console.startup import load_settings
from hooks.features import ALL, Features
from storage.database.setup import features_of


def feature_commands() -> dict[str, str]:
    """Return the commands of the features that are on: module and attribute of each, by its name.

    Raises SettingsError.
    """
    return _commands_of(features_of(load_settings()))


def refuse_if_off(name: str) -> None:
    """Raise click.UsageError for a command of a feature that is off; it names the feature.

    Raises SettingsError.
    """
    every = features_of(replace(load_settings(), features=(ALL,)))
    path = _commands_of(every).get(name)
    if path is not None:
        # It is a module in the folder of its feature.
        feature = path.split(".")[1]
        raise click.UsageError(
            f"The command {name} is one of the feature {feature}, which is off. "
            "NEWSLOOM_FEATURES switches it on; `newsloom doctor` says what it lacks."
        )


def _commands_of(features: Features) -> dict[str, str]:
    found: dict[str, str] = {}
    answers: list[Mapping[str, str]] = features.ask("commands")
    for each in answers:
        found.update(each)
    return found
