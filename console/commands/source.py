"""Manage sources on the command line."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from console.startup import load_settings
from console.terminal import author, echo
from storage.channels import channel_names
from storage.database.sources.fields import FieldKind, SourceField
from storage.database.sources.source_config import (
    SourceConfig,
    own_fields,
    source_fields,
    typed_values,
)
from storage.settings import Settings
from storage.tags import read_tags
from storage.time_spans import read_seconds

if TYPE_CHECKING:
    from storage.database.models import Source
    from watch.sources.source_health import SourceHealth


@click.group()
@click.pass_context
def source(context: click.Context) -> None:
    """Manage sources and keyword lists."""
    from storage.database.setup import migrate, set_up_django

    context.obj = load_settings()
    set_up_django(context.obj)
    migrate()


_OPTION_NAMES = {
    "patterns": "--pattern",
    "keywords": "--keyword",
    "keyword_lists": "--keyword-list",
    "selectors": "--selector",
    "headers": "--header",
    "tags": "--tag",
    "interval_seconds": "--interval",
    "longest_interval_seconds": "--longest-interval",
    "pace_seconds": "--pace",
    "obey_robots": "--robots",
}
_NOT_OPTIONS = ("name", "address", "enabled")
_PAIRS = {"selectors": "NAME=CSS", "headers": "NAME=VALUE|NAME=@FILE"}


def _seconds(_context: click.Context, option: click.Parameter, value: str) -> int:
    """Return the seconds of an option's value, a number or a text such as ``15 min``."""
    seconds = read_seconds(value)
    if seconds is None and not value.isdecimal():
        wrong = f"{value!r} is no time; write seconds, or 90s, 15min, 2h or 1d"
        raise click.BadParameter(wrong, param=option)
    return int(value) if seconds is None else seconds


def _source_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add an option for each field of a source that ``add`` does not take as an argument: a
    decorator.
    """
    for field in reversed(list(source_fields().values())):
        if field.name not in _NOT_OPTIONS:
            command = _option(field)(command)
    return command


def _option_name(field: SourceField) -> str:
    return _OPTION_NAMES.get(field.name, f"--{field.name.replace('_', '-')}")


def _option(field: SourceField) -> Callable[[Callable[..., None]], Callable[..., None]]:
    name, about = field.name, field.rules.about
    option = _option_name(field)
    names = [option, name]
    if field.rules.former_name:
        # Scripts may still use the name before.
        names.insert(1, f"--{field.rules.former_name}")
    match field.kind:
        case FieldKind.LIST:
            return click.option(*names, multiple=True, help=about)
        case FieldKind.PAIRS:
            return click.option(*names, multiple=True, metavar=_PAIRS[name], help=about)
        case FieldKind.FLAG:
            both = f"{option}/--no-{option.removeprefix('--')}"
            return click.option(both, name, default=field.default, show_default=True, help=about)
    if field.is_time_span:
        return click.option(
            *names,
            metavar="TIME",
            default=str(field.default),
            show_default=True,
            callback=_seconds,
            help=about,
        )
    kind: Any = {FieldKind.WHOLE: int, FieldKind.NUMBER: float}.get(field.kind, str)
    if field.rules.choices:
        kind = click.Choice(field.rules.choices)
    return click.option(
        *names,
        type=kind,
        required=field.required,
        default=field.default,
        show_default=field.kind in (FieldKind.WHOLE, FieldKind.NUMBER),
        metavar="@FILE" if field.is_password else None,
        help=about,
    )


@source.command()
@click.argument("name")
@click.argument("address")
@_source_options
def add(name: str, address: str, **fields: Any) -> None:
    """Add a source called NAME at ADDRESS. The scheduler visits it at once.

    All users of this machine can see the command line of a running program. So the value of a
    secret header, such as Authorization or Cookie, is read from a file: write NAME=@FILE; NAME=@-
    reads it from standard input. The same holds for passwords: write @FILE or @-.
    """
    from storage.database.sources.sources import add_source
    from webui.sources.services.checks import checks

    for field, form in _PAIRS.items():
        fields[field] = _pairs(_OPTION_NAMES[field], form, fields[field])
    for header, value in fields["headers"].items():
        fields["headers"][header] = _header_value(header, value)
    for own in own_fields().values():
        if own.is_password and fields[own.name]:
            fields[own.name] = _secret(_option_name(own), "", fields[own.name])
    fields["tags"] = read_tags(fields["tags"])
    values = typed_values({"name": name, "address": address, **fields})
    add_source(SourceConfig(**values), author(), checks=checks())
    echo(f"added source {name}")


def _pairs(option: str, form: str, texts: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in texts:
        key, separator, value = (part.strip() for part in text.partition("="))
        # The message does not repeat the text: the value of a header may be a secret.
        if not separator:
            raise click.BadParameter(f"each must be {form}", param_hint=option)
        if key in pairs:
            raise click.BadParameter(f"{key} is given twice; give it once", param_hint=option)
        pairs[key] = value
    return pairs


def _header_value(name: str, text: str) -> str:
    """Return the value, or what the file after ``@`` holds."""
    from storage.database.people.audit import is_secret

    if not text.startswith("@") and not is_secret(name):
        return text
    return _secret("--header", f"{name}=", text)


def _secret(option: str, before: str, text: str) -> str:
    """Return what the file after ``@`` holds; ``before`` is what the option's value begins with."""
    # The shell's history would keep it, too.
    if not text.startswith("@"):
        why = "all users of this machine can see the command line, and the value may be a secret"
        raise click.BadParameter(
            f"{why}; write {before}@FILE, or {before}@- and type it", param_hint=option
        )
    try:
        with click.open_file(text[1:], encoding="utf-8") as file:
            return str(file.read()).strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise click.BadParameter(f"cannot read {text[1:]}: {why}", param_hint=option) from error


@source.command(short_help="Save WORDS as the keyword list NAME.")
@click.argument("name")
@click.argument("words", nargs=-1, required=True)
def keywords(name: str, words: tuple[str, ...]) -> None:
    """Save WORDS as the keyword list NAME, for `source add --keyword-list NAME`.

    If the list exists, WORDS replace its keywords.
    """
    from storage.database.sources.keyword_lists import find_keyword_list, save_keyword_list

    known = find_keyword_list(name)
    saved = save_keyword_list(
        known.name if known else name, words, author(), known.pk if known else None
    )
    echo(f"keywords in the keyword list {saved.name}: {len(words)}")


def shown_state(source: "Source", health: "SourceHealth") -> str:
    """Return the state of a source with its reason, as the list shows it."""
    why = health.reason if source.enabled else source.pause_reason or "no reason given"
    if why:
        return f"{health.health} ({why})"
    return str(health.health)


@source.command("list", short_help="List the sources.")
@click.option(
    "--channel",
    type=click.Choice(["", *channel_names()]),
    default="",
    help="Only sources of this channel.",
)
@click.option("--explain", is_flag=True, help="Add since when, why, and what to do.")
@click.pass_obj
def list_(settings: Settings, channel: str, explain: bool) -> None:
    """List the sources: name, channel, state, time of the last success (UTC), address.

    With --explain, three more columns: since when (UTC), why, and what to do.
    """
    from storage.database.sources.sources import list_sources
    from watch.sources.states import current_states
    from watch.stores import Stores
    from webui.sources.explanation import evidence, what_to_do

    sources = [source for source in list_sources() if channel in ("", source.channel)]
    with closing(Stores(settings)) as stores:
        states = current_states(sources, stores)
    for found in sources:
        health = states[found.pk]
        success = f"{found.last_success:%Y-%m-%d %H:%M}" if found.last_success else "never"
        columns = [found.name, found.channel, shown_state(found, health), success, found.address]
        if explain:
            since = f"{health.since:%Y-%m-%d %H:%M}" if health.since else ""
            columns += [since, evidence(health), what_to_do(health, found.channel)]
        echo("\t".join(columns))


@source.command()
@click.argument("name")
@click.pass_obj
def test(settings: Settings, name: str) -> None:
    """Visit the source NAME now and print what it finds. Nothing is saved."""
    from crawler.preview import preview, without_erased
    from extractor.results import Rejection
    from storage.channels import channel_names
    from storage.database.sources.sources import get_source
    from storage.outcomes import Outcome
    from watch.stores import Stores

    record = get_source(name).record()
    if record.channel not in channel_names():
        raise click.ClickException(
            f"the channel {record.channel} of this source is switched off, so it is not read; name "
            "its feature in NEWSLOOM_FEATURES, or give the source another channel"
        )
    echo(
        f"visiting {record.address}; seconds between two requests to a host: "
        f"{record.pace_seconds:g}",
        err=True,
    )
    seen = preview(settings, record)
    if seen.error:
        raise click.ClickException(f"{seen.list_url}: {seen.outcome}: {seen.error}")
    echo(
        f"{seen.list_url}: HTTP {seen.status}, {seen.matched_total} links, "
        f"{seen.elapsed_seconds:.1f} s"
    )
    for link in seen.links[:10]:
        echo(f"  {link.url}  {link.title}")
    if seen.note:
        echo(f"  {seen.note}")
    with closing(Stores(settings)) as stores:
        samples = without_erased(seen.samples, stores.tombstones())
    sample = next((each for each in samples if each.result is not None), None)
    if sample is None or sample.result is None:
        return
    if isinstance(sample.result, Rejection):
        reason, detail = sample.result.reason, sample.result.detail
        echo(f"{sample.url}: Newsloom would reject it: {reason}: {detail}")
    elif sample.outcome == Outcome.ERASED:
        echo(f"{sample.url}: Newsloom would not store it: an administrator erased it for good")
    else:
        echo(f"{sample.url}: {sample.result.title}")


@source.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--dry-run", is_flag=True, help="Print what would change, and change nothing.")
@click.option(
    "--numbered", is_flag=True, help="Add sources with a repeated name too, as “Name (2)”."
)
@click.option(
    "--known", is_flag=True, help="Add sources too whose address another source has already."
)
@click.option("--partly", is_flag=True, help="Import the lines without errors.")
def import_(file: Path, dry_run: bool, numbered: bool, known: bool, partly: bool) -> None:
    """Import sources from FILE, .opml or .csv.

    If the file has an error, nothing changes, unless you say --partly.
    """
    from storage.database.sources.transfer import apply_plan, read_csv, read_opml
    from webui.problems import line_in_words
    from webui.sources.services.checks import checks

    read = read_csv if file.suffix.lower() == ".csv" else read_opml
    plan = read(file.read_bytes(), checks=checks())
    for error in plan.errors:
        echo(line_in_words(error), err=True)
    for warning in plan.warnings:
        echo(line_in_words(warning), err=True)
    for same in plan.known:
        echo(
            f"line {same.line}: the source {same.known_as!r} already has the address "
            f"{same.draft.address}; {'added too' if known else 'left out'}",
            err=True,
        )
    if plan.known and not known:
        echo("--known adds those too", err=True)
    added = [each for each in plan.repeated if each.draft]
    for each in plan.repeated:
        as_what = f"added as {each.draft.name!r}" if each.draft and numbered else "left out"
        echo(
            f"line {each.line}: line {each.first_line} already has the name {each.name!r}; "
            f"{as_what}",
            err=True,
        )
    if added and not numbered:
        echo("--numbered adds those with another address under numbered names", err=True)
    count = len(plan.new)
    if numbered:
        count += len(added)
    if known:
        count += len(plan.addable_known())
    summary = f"{count} new, {len(plan.changed)} changed, {len(plan.unchanged)} unchanged"
    if plan.errors and not partly:
        raise click.ClickException(
            "nothing was changed; correct the file, or import the other lines with --partly "
            f"(errors: {len(plan.errors)}; {summary})"
        )
    if not dry_run:
        apply_plan(plan, author(), partly=partly, numbered=numbered, known=known, checks=checks())
    echo(f"{'would be' if dry_run else 'done'}: {summary}")


@source.command("export")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
def export_(file: Path) -> None:
    """Export all sources to FILE, .opml or .csv."""
    from storage.database.sources.sources import list_sources
    from storage.database.sources.transfer import write_csv, write_opml

    drafts = [found.config() for found in list_sources()]
    write = write_csv if file.suffix.lower() == ".csv" else write_opml
    file.write_bytes(write(drafts))
    echo(f"wrote {len(drafts)} sources to {file}")
