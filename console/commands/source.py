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
    """Add, list, test, import and export sources, and the keyword lists of searches."""
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
@click.option("--keyword-list", "keyword_lists", multiple=True, metavar="NAME", help="Keyword list of a search source.")
@click.option("--wrapper", default="", help="How search results are read: baidu, 360 or generic.")
@click.option("--selector", "selectors", multiple=True, metavar="NAME=CSS", help="CSS selector of the generic wrapper.")
@click.option(
    "--interval", "interval_seconds", type=int, default=900, show_default=True, help="Seconds between visits."
)
@click.option("--header", "headers", multiple=True, metavar="NAME=VALUE", help="Request header for this source.")
@click.option("--priority", type=click.IntRange(0, 9), default=5, show_default=True, help="0 comes first.")
@click.option(
    "--pace", "pace_seconds", type=float, default=1.0, show_default=True, help="Seconds between two requests."
)
@click.option("--max-pages", type=int, default=1, show_default=True, help="Pages of a list or board per visit.")
@click.option("--charset", default="", help="Encoding, when the site declares a wrong one.")
@click.option("--algorithm", default="", help="Extraction algorithm.")
@click.option("--no-robots", is_flag=True, help="Do not ask robots.txt: only for sites that allowed it.")
@click.option("--tag", "tags", multiple=True)
def add(name: str, address: str, **fields: Any) -> None:
    """Add a source called NAME at ADDRESS; it is visited at once."""
    from storage.configuration.draft import SourceDraft
    from storage.configuration.sources import add_source
    from webui.sources.services.checks import checks

    fields["selectors"] = _pairs("--selector", "NAME=CSS", fields["selectors"])
    fields["headers"] = _pairs("--header", "NAME=VALUE", fields["headers"])
    fields["obey_robots"] = not fields.pop("no_robots")
    add_source(SourceDraft(name=name, address=address, **fields), _who(), checks=checks())
    click.echo(f"source {name} was added")


def _pairs(option: str, form: str, texts: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        key, separator, value = (part.strip() for part in text.partition("="))
        # The text is not shown: the value of a header may be a secret.
        if not separator:
            raise click.BadParameter(f"each must be {form}", param_hint=option)
        if key in pairs:
            raise click.BadParameter(f"{key} is given twice", param_hint=option)
        pairs[key] = value
    return pairs


@source.command()
@click.argument("name")
@click.argument("words", nargs=-1, required=True)
def keywords(name: str, words: tuple[str, ...]) -> None:
    """Make the keyword list NAME hold WORDS, for `source add --keyword-list NAME`; WORDS replace earlier ones."""
    from storage.configuration.keyword_lists import find_keyword_list, save_keyword_list

    known = find_keyword_list(name)
    saved = save_keyword_list(known.name if known else name, words, _who(), known.pk if known else None)
    click.echo(f"keyword list {saved.name} holds {len(words)} keywords")


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
    from webui.sources.services.checks import checks

    read = read_csv if file.suffix.lower() == ".csv" else read_opml
    plan = read(file.read_bytes(), checks=checks())
    for error in plan.errors:
        click.echo(f"line {error.line}: {error.field}: {error.message}", err=True)
    summary = f"{len(plan.new)} new, {len(plan.changed)} changed, {len(plan.unchanged)} unchanged"
    if plan.errors:
        raise click.ClickException(f"{len(plan.errors)} errors; nothing was changed ({summary})")
    if not dry_run:
        apply_plan(plan, _who(), checks=checks())
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
