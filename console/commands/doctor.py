"""Check the settings and every store."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

import click

from console.startup import load_settings, without_password
from console.terminal import echo
from hooks.answers import StoreCheck
from scheduler.errors import SchedulerError
from scheduler.queue.backends import queue_setup_findings
from storage.backends import documents_setup_findings, state_setup_findings
from storage.database.setup import features_of
from storage.errors import StorageError, Unavailable
from storage.settings import Settings
from storage.setup_finding import SetupFinding


@dataclass(frozen=True, kw_only=True)
class _StoreAnswer:
    """What a store said."""

    is_good: bool
    text: str
    findings: list[SetupFinding]


@click.command(short_help="Check the settings and every store.")
@click.option(
    "--writes",
    # Its name before.
    "--writes-archive",
    "writes",
    is_flag=True,
    help="Fail if this process cannot write where workers and alerts must.",
)
def doctor(writes: bool) -> None:
    """Check the settings, connect to every store, and look how its server is set up.

    BAD says that something does not work or will be lost, "note" that something could be better.
    Ends with code 1 if anything is BAD.
    """
    settings = load_settings()
    echo(f"home            {settings.home}")
    echo(f"user agent      {settings.user_agent}")
    echo(f"extraction      {_extraction()}")
    features = features_of(settings)
    off = f"; off: {', '.join(features.off)}" if features.off else ""
    echo(f"features        {', '.join(features.names) or 'none'}{off}")
    for problem in features.problems:
        echo(f"{'':15} BAD {problem}")
    of_features = features.ask_for_all("store_checks", settings=settings, writes=writes)
    checks = _checks(settings, of_features)
    # All at once: a store that does not answer is given several seconds.
    with ThreadPoolExecutor(len(checks)) as together:
        answers = list(together.map(lambda each: _answer(each, settings), checks))
    for check, answer in zip(checks, answers, strict=True):
        _report(check, answer)
    away, wrong = [], []
    for check, answer in zip(checks, answers, strict=True):
        if not answer.is_good:
            away.append(check.name)
        if any(finding.is_bad for finding in answer.findings):
            wrong.append(check.name)
    if away:
        echo(f"not ready: {', '.join(away)}. Check the address above and whether the server runs.")
        sys.exit(1)
    if wrong:
        echo(f"not ready: {', '.join(wrong)}. Do what is written after BAD above.")
        sys.exit(1)
    echo("ready, but see what is wrong with features above" if features.problems else "ready")


def _extraction() -> str:
    from extractor.compiled import IS_BUILT

    if IS_BUILT:
        return "compiled"
    return "in Python alone, which is slower; see docs/ops.md#compiled-parts"


def _checks(settings: Settings, of_features: list[StoreCheck]) -> list[StoreCheck]:
    return [
        StoreCheck(
            name="configuration",
            url=settings.database_url,
            ask=_configuration,
            findings=_configuration_findings,
        ),
        StoreCheck(name="queue", url=settings.queue_url, ask=_queue, findings=queue_setup_findings),
        StoreCheck(name="seen", url=settings.state_url, ask=_seen, findings=state_setup_findings),
        StoreCheck(
            name="documents",
            url=settings.documents_url,
            ask=_documents,
            findings=documents_setup_findings,
        ),
        *of_features,
        StoreCheck(name="backups", url=settings.state_url, ask=_backups, findings=_backup_findings),
    ]


def _answer(check: StoreCheck, settings: Settings) -> _StoreAnswer:
    try:
        text = check.ask(settings)
    except (StorageError, SchedulerError) as error:
        return _StoreAnswer(is_good=False, text=str(error), findings=[])
    try:
        findings = check.findings(settings)
    except (StorageError, SchedulerError) as error:
        findings = [SetupFinding(text=f"its set-up could not be looked at: {error}")]
    return _StoreAnswer(is_good=True, text=text, findings=findings)


def _report(check: StoreCheck, answer: _StoreAnswer) -> None:
    mark = "ok " if answer.is_good else "BAD"
    echo(f"{check.name:15} {mark} {without_password(check.url)}  {answer.text}")
    for each in sorted(answer.findings, key=lambda one: not one.is_bad):
        echo(f"{'':15} {'BAD ' if each.is_bad else 'note'} {each.text}")


def _configuration(settings: Settings) -> str:
    from storage.backends import open_configuration
    from storage.database.setup import require_every_text, require_tables

    with closing(open_configuration(settings)) as configuration:
        # Models can be imported only now.
        from storage.database.sources.sources import sources_off

        require_every_text()
        require_tables()
        due, off = configuration.next_due(), sources_off()
    next_visit = f"next visit {due:%Y-%m-%d %H:%M:%S} UTC" if due else "no source is active"
    if not off:
        return next_visit
    counts = ", ".join(f"{count:,} of the channel {name}" for name, count in off.items())
    return f"{next_visit}; sources that are not read, because their feature is off: {counts}"


def _configuration_findings(settings: Settings) -> list[SetupFinding]:
    from storage.backends import open_configuration
    from storage.database.setup import server_findings, table_findings

    # The connection is that of this thread, which is closed with it.
    with closing(open_configuration(settings)):
        return [*server_findings(), *table_findings()]


def _queue(settings: Settings) -> str:
    from scheduler.queue.backends import open_queue

    with closing(open_queue(settings)) as queue:
        tubes = queue.stats()
    return ", ".join(f"{each.tube}: {each.ready} ready, {each.buried} buried" for each in tubes)


def _seen(settings: Settings) -> str:
    from storage.backends import embedded_files, open_seen

    with closing(open_seen(settings)) as seen:
        info = seen.info()
    for file in embedded_files(settings):
        with closing(file):
            file.check()
    return f"{info.items} of {info.capacity} URLs, error rate {info.error_rate:g}"


def _documents(settings: Settings) -> str:
    from storage.backends import open_documents

    with closing(open_documents(settings)) as documents:
        info = documents.info()
    if info.read_only:
        raise Unavailable(
            "documents",
            "it takes no documents, because the disk of a server is full or it is read-only",
        )
    text = f"{info.documents} documents, {info.size_bytes / 1e6:.1f} MB"
    if info.outdated:
        text += "; the search index is from an older version: run newsloom reindex"
    return text


def _backups(settings: Settings) -> str:
    from storage.backends import open_backup_log

    with closing(open_backup_log(settings)) as log:
        made = log.history().made
    if made is None:
        return "no backup yet"
    size = f"{made.documents:,} documents, {made.size_bytes / 1e6:.1f} MB"
    at = datetime.fromtimestamp(made.at, UTC)
    return f"newest of {at:%Y-%m-%d %H:%M:%S} UTC: {size}, {made.path}"


def _backup_findings(settings: Settings) -> list[SetupFinding]:
    """Return what the monitor says of backups, which keeps no role from running."""
    from storage.backends import open_backup_log, open_configuration

    # The connection is that of this thread, which is closed with it.
    with closing(open_configuration(settings)), closing(open_backup_log(settings)) as log:
        # Models can be imported only now.
        from watch.system.problem_sentences import sentence
        from watch.system.store_status import installed_at
        from watch.system.system_health import MonitorFacts, judge

        now, backups = time.time(), log.history()
        facts = MonitorFacts(now=now, backups=backups, installed=installed_at())
        return [SetupFinding(text=sentence(each)) for each in judge(facts).reasons]
