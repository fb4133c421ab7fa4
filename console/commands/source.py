"""Sources on the command line."""

import getpass
from pathlib import Path
from typing import Any

import click

from console.startup import load_settings
from storage.configuration.port import CHANNELS
from storage.settings import Settings


@click.group()
@click.pass_context
def source(context: click.Context) -> None:
    """Add, list, test, import and export sources."""
    from storage.configuration.database import migrate, set_up_django

    context.obj = load_settings()
    set_up_django(context.obj)
    migrate()


def _who() -> str:
    return f"{getpass.getuser()} (command line)"


@source.command()
@click.argument("name")
@click.argument("address")
@click.option("--channel", type=click.Choice(CHANNELS), required=True)
@click.option("--pattern", "patterns", multiple=True, help="Regular expression of article or thread URLs.")
@click.option("--keyword", "keywords", multiple=True, help="Keyword of a search source.")
@click.option("--wrapper", default="", help="How search results are read: baidu, 360 or generic.")
@click.option("--selector", "selectors", multiple=True, metavar="NAME=CSS", help="CSS selector of the generic wrapper.")
@click.option(
    "--interval", "interval_seconds", type=int, default=900, show_default=True, help="Seconds between visits."
)
@click.option("--priority", type=click.IntRange(0, 9), default=5, show_default=True, help="0 comes first.")
@click.option(
    "--pace", "pace_seconds", type=float, default=1.0, show_default=True, help="Seconds between two requests."
)
@click.option("--max-pages", type=int, default=1, show_default=True, help="Pages of a list or board per visit.")
@click.option("--charset", default="", help="Encoding, when the site declares a wrong one.")
@click.option("--algorithm", default="", help="Extraction algorithm.")
@click.option("--tag", "tags", multiple=True)
def add(name: str, address: str, selectors: tuple[str, ...], **fields: Any) -> None:
    """Add a source called NAME at ADDRESS; it is visited at once."""
    from storage.configuration.draft import SourceDraft
    from storage.configuration.sources import add_source

    draft = SourceDraft(id=0, name=name, address=address, selectors=_pairs(selectors), **fields)
    add_source(draft, _who(), check_pattern=check_pattern)
    click.echo(f"source {name} was added")


def _pairs(texts: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for text in texts:
        key, separator, value = text.partition("=")
        if not separator:
            raise click.BadParameter(f"{text!r} is not NAME=CSS", param_hint="--selector")
        pairs[key.strip()] = value.strip()
    return pairs


def check_pattern(pattern: str) -> str | None:
    """Say what is wrong with a pattern, or None."""
    from extractor.errors import UnusablePattern
    from extractor.patterns import check_pattern as check

    try:
        check(pattern)
    except UnusablePattern as error:
        return str(error)
    return None


@source.command("list")
@click.option("--channel", type=click.Choice(["", *CHANNELS]), default="")
def list_(channel: str) -> None:
    """Print all sources: name, channel, state, last success, address."""
    from storage.configuration.sources import list_sources

    for found in list_sources(channel=channel):
        state = "on" if found.enabled else f"paused ({found.pause_reason or 'no reason given'})"
        success = f"{found.last_success:%Y-%m-%d %H:%M}" if found.last_success else "never"
        click.echo(f"{found.name}\t{found.channel}\t{state}\t{success}\t{found.address}")


@source.command()
@click.argument("name")
@click.pass_obj
def test(settings: Settings, name: str) -> None:
    """Visit the source NAME now and print what it gives; nothing is saved."""
    from crawler.preview import preview
    from extractor.results import Rejection
    from storage.configuration.sources import get_source, record_of

    seen = preview(settings, record_of(get_source(name)))
    if seen.error:
        raise click.ClickException(f"{seen.list_url}: {seen.outcome}: {seen.error}")
    click.echo(f"{seen.list_url}: HTTP {seen.status}, {seen.matched_total} links, {seen.elapsed_seconds:.1f} s")
    for link in seen.links[:10]:
        click.echo(f"  {link.url}  {link.title}")
    if isinstance(seen.sample, Rejection):
        click.echo(f"{seen.sample_url} would be rejected: {seen.sample.reason}: {seen.sample.detail}")
    elif seen.sample is not None:
        click.echo(f"{seen.sample_url}: {seen.sample.title}")


@source.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Say what would happen; change nothing.")
def import_(file: Path, dry_run: bool) -> None:
    """Read sources from FILE, .opml or .csv; with errors in it, nothing is changed."""
    from storage.configuration.transfer import apply_plan, read_csv, read_opml

    read = read_csv if file.suffix.lower() == ".csv" else read_opml
    plan = read(file.read_bytes())
    for error in plan.errors:
        click.echo(f"line {error.line}: {error.field}: {error.message}", err=True)
    summary = f"{len(plan.new)} new, {len(plan.changed)} changed, {len(plan.unchanged)} unchanged"
    if plan.errors:
        raise click.ClickException(f"{len(plan.errors)} errors; nothing was changed ({summary})")
    if not dry_run:
        apply_plan(plan, _who())
    click.echo(f"{'would be' if dry_run else 'done'}: {summary}")


@source.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export_(file: Path) -> None:
    """Write all sources to FILE, .opml or .csv."""
    from storage.configuration.sources import list_sources
    from storage.configuration.transfer import write_csv, write_opml

    drafts = [found.draft() for found in list_sources()]
    file.write_bytes(write_csv(drafts) if file.suffix.lower() == ".csv" else write_opml(drafts))
    click.echo(f"{len(drafts)} sources were written to {file}")
