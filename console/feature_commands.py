"""Groups of commands to which features add theirs."""

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module

import click

from console.startup import load_settings
from hooks.features import ALL
from storage.errors import SettingsError
from storage.settings import Settings


class FeatureGroup(click.Group):
    """A group of commands that ends with those of the features that are on."""

    @property
    def prefix(self) -> str:
        """What the names of its commands begin with at the hook ``commands``."""
        return f"{self.name} "

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, those of features last."""
        own = super().list_commands(ctx)
        try:
            names = _feature_commands(load_settings())
        except SettingsError:
            # Who sets Newsloom up reads the help first. The command itself says what is wrong.
            return own
        inside = [name.removeprefix(self.prefix) for name in names if name.startswith(self.prefix)]
        return [*own, *(name for name in inside if " " not in name)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command, or None for an unknown name.

        Raises click.UsageError for one of a feature that is off, and SettingsError for one that
        only features may have, if the settings do not say which are on.
        """
        return super().get_command(ctx, name) or _feature_command(self.prefix + name)


def imported(path: str) -> click.Command:
    """Return the command at ``module:attribute``."""
    module, _, attribute = path.partition(":")
    command: click.Command = getattr(import_module(module), attribute)
    return command


def _imported_or_said(path: str) -> click.Command:
    """Return the command at ``module:attribute``. One that cannot be imported says why when it is
    called; lists of commands go on.
    """
    try:
        return imported(path)
    except Exception as error:  # noqa: BLE001 whatever it is, it is the feature's
        why = f"It cannot be used: {type(error).__name__}: {error}."

        def refuse() -> None:
            raise click.ClickException(why)

        return click.Command(None, callback=refuse, help=why)


def _feature_command(name: str) -> click.Command | None:
    settings = load_settings()
    if path := _feature_commands(settings).get(name):
        return _imported_or_said(path)
    if off := _feature_commands(replace(settings, features=(ALL,))).get(name):
        # It is a module in the folder of its feature.
        feature = off.split(".")[1]
        raise click.UsageError(
            f"The command {name} is one of the feature {feature}, which is off. "
            "NEWSLOOM_FEATURES switches it on; `newsloom doctor` says which are on."
        )
    return None


def _feature_commands(settings: Settings) -> dict[str, str]:
    """Return where the commands of the features are that the settings switch on, by name."""
    # It imports Django, which most commands of the core do without.
    from storage.database.setup import features_of

    found: dict[str, str] = {}
    answers: list[Mapping[str, str]] = features_of(settings).ask("commands")
    for each in answers:
        if isinstance(each, Mapping):
            found.update(each)
    return found
