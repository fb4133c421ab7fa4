"""The command line: the table of commands, to which features add theirs."""

import logging
import os
import sys
from contextlib import suppress

import click

from console.feature_commands import FeatureGroup, imported
from storage.errors import SettingsError, StorageError
from storage.version import VERSION

_COMMANDS = {
    "run": "console.commands.run:run",
    "demo": "console.commands.run:demo",
    "migrate": "console.commands.roles:migrate",
    "scheduler": "console.commands.roles:scheduler",
    "worker": "console.commands.roles:worker",
    "web": "console.commands.roles:web",
    "stories": "console.commands.roles:stories",
    "alerts": "console.commands.roles:alerts",
    "events": "console.commands.events:events",
    "healthy": "console.commands.healthy:healthy",
    "doctor": "console.commands.doctor:doctor",
    "source": "console.commands.source:source",
    "user": "console.commands.user:user",
    "queue": "console.commands.queue:queue",
    "extract": "console.commands.extract:extract",
    "evaluate": "console.commands.evaluate:evaluate",
    "force": "console.commands.force:force",
    "forget": "console.commands.forget:forget",
    "reindex": "console.commands.reindex:reindex",
    "vectors": "console.commands.vectors:vectors",
    "backup": "console.commands.backup:backup",
    "restore": "console.commands.backup:restore",
    "search": "console.commands.search:search",
    "export": "console.commands.search:export",
}


class LazyGroup(FeatureGroup):
    """Imports a command only when you call it, so that each command loads only the libraries it
    needs.
    """

    prefix = ""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table, then those of features."""
        return [*_COMMANDS, *super().list_commands(ctx)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Return the command, as ``FeatureGroup`` does."""
        path = _COMMANDS.get(name)
        if path:
            return imported(path)
        return super().get_command(ctx, name)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command. What it complains of, such as a page's answer, is printed as it may be."""
        from console.terminal import escape_controls

        try:
            return super().invoke(ctx)
        except click.ClickException as error:
            vars(error)["message"] = escape_controls(error.message)  # it is final for type checkers
            raise


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(VERSION, prog_name="newsloom")
def cli() -> None:
    """Collect news, blogs and forums, and search what you collected.

    Set Newsloom up with NEWSLOOM_* environment variables; docs/settings.md lists them. Without any,
    Newsloom keeps everything in files below ./var.
    """


def main() -> None:
    """Run the command line. Every error, a bug too, is one sentence and never a stack trace."""
    # Files hold passwords' hashes, sources' secret headers and URLs: only their owner may read new
    # ones.
    os.umask(0o077)
    from console.bugs import TerminalHandler, report_bug
    from console.errors import said
    from console.startup import load_settings
    from console.terminal import echo
    from crawler.errors import CrawlerError
    from hooks.process import use
    from scheduler.errors import SchedulerError

    logging.lastResort = TerminalHandler(logging.WARNING)
    # The options of some commands are made when they are imported. A command that needs settings
    # says itself what is wrong with them.
    with suppress(SettingsError):
        use(load_settings().features)
    try:
        cli(prog_name="newsloom")
    except (StorageError, SchedulerError, CrawlerError) as error:
        echo(f"newsloom: {said(error)}", err=True)
        sys.exit(1)
    except Exception as error:  # noqa: BLE001 a bug, whatever it is
        echo(f"newsloom: {report_bug(error)}", err=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
