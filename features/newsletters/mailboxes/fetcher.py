"""Fetch the mails of a folder as if it were a list: with its turn, from a checked address, and with
the place up to which it is read as the version of the list.
"""

import asyncio
import imaplib
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import cached_property

from crawler.failures import FetchFailed, TooEarly
from crawler.fetcher import Fetched
from crawler.turns import Turns
from features.newsletters.addresses import read_folder
from features.newsletters.channel import NAME, mailbox_of
from features.newsletters.mailboxes.bundle import CONTENT_TYPE, Bundle, write_bundle
from features.newsletters.mailboxes.imap import (
    FolderMails,
    FolderMissing,
    FolderVisit,
    LoginRefused,
    Wanted,
)
from features.newsletters.mailboxes.place import read_place
from scheduler.jobs import SourceSpec
from storage.keys import host_of
from storage.outcomes import Outcome
from storage.sealing import OF_CHANNEL, HeaderSeal
from storage.seen.port import Validators
from storage.settings import Settings

_MAX_SECONDS = 50.0
"""Longest visit: a trial, for which somebody waits, ends after a minute."""
_ENDING_SECONDS = 5.0
"""For how long what a visit has read is waited for once its connection was ended."""

_PASSWORD = OF_CHANNEL.format("mail_password")
_MAX_NAMED = 5
"""Mails that a note names: enough to look for them in the mailbox."""


class MailboxFetcher:
    """Reads folders of mailboxes."""

    def __init__(
        self, settings: Settings, turns: Turns, check_host: Callable[[str], Awaitable[str]]
    ) -> None:
        """``check_host`` returns the address of a host to connect to, or raises FetchFailed."""
        self._turns = turns
        self._check_host = check_host
        self._seal = HeaderSeal(settings.secret, settings.former_secrets)
        self._seconds = settings.fetch_timeout_seconds
        self._max_bytes = settings.max_page_bytes

    async def fetch(
        self, url: str, *, source: SourceSpec, validators: Validators | None = None, rank: int = 0
    ) -> Fetched:
        """Return the newest mails of the folder at ``url`` that the source wants and that came
        since the version ``validators``; status 304 if there are none.

        Raises FetchFailed and TooEarly as ``crawler.fetcher.Fetcher.fetch`` does.
        """
        wanted = await self._wanted(url, source, validators)
        started = time.monotonic()
        try:
            await self._turns.take(
                host_of(url), source.pace_seconds, started, is_first=True, rank=rank
            )
        except TooEarly as early:
            early.url = url
            raise
        found = await self._visit(wanted)
        if found.unread is None:
            raise FetchFailed(Outcome.CONNECT, "the mail server did not open the folder")
        bundle = Bundle(
            mails=found.mails,
            unread=found.unread,
            stop=found.stop,
            newest=found.newest,
            put_off=found.put_off,
            arrived=found.arrived,
        )
        place = bundle.place()
        is_same = wanted.known is not None and not found.mails and not place.gaps
        return Fetched(
            url=url,
            status=304 if is_same else 200,
            # A number that holds for this visit alone is no version.
            headers={"content-type": CONTENT_TYPE, "etag": str(place) if place.validity else ""},
            body=b"" if is_same else write_bundle(bundle),
            address=wanted.address,
            note=_note(found, wanted),
        )

    async def _wanted(self, url: str, source: SourceSpec, validators: Validators | None) -> Wanted:
        host = host_of(url)
        if source.channel != NAME or host != source.host:
            # The password is for this server alone, whoever names another one.
            raise FetchFailed(Outcome.BAD_PATTERN, f"{host} is not the mailbox of this source")
        try:
            folder = read_folder(url)
        except ValueError as error:
            raise FetchFailed(Outcome.BAD_PATTERN, str(error)) from error
        mailbox = mailbox_of(source)
        return Wanted(
            address=await self._check_host(folder.host),
            host=folder.host,
            port=folder.port,
            user=mailbox.user,
            password=self._seal.open_one(_PASSWORD, mailbox.password, host),
            folder=folder.name,
            senders=tuple(sender.lower() for sender in mailbox.senders),
            known=read_place(folder.place or (validators.etag if validators else "")),
            max_bytes=self._max_bytes,
            seconds=self._seconds,
        )

    async def _visit(self, wanted: Wanted) -> FolderMails:
        visit = FolderVisit(wanted, self._context)
        running = asyncio.ensure_future(asyncio.to_thread(visit.run))
        running.add_done_callback(_seen)
        try:
            done, _ = await asyncio.wait({running}, timeout=_MAX_SECONDS)
            if not done:
                # It returns what was read until then.
                visit.abort()
                await asyncio.wait({running}, timeout=_ENDING_SECONDS)
            if not running.done():
                raise TimeoutError
            found = running.result()
            if not done:
                return replace(found, problem=TimeoutError())
            return found
        except Exception as error:  # any error of the server or the line becomes an outcome
            raise _failure(error if done else TimeoutError(), wanted) from error
        finally:
            # Ends the thread too if the visit was cancelled.
            visit.abort()

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return ssl.create_default_context()


def _seen(running: asyncio.Future[FolderMails]) -> None:
    """Take the error of a visit that was given up, so that it is not reported as lost."""
    if not running.cancelled():
        running.exception()


def _note(found: FolderMails, wanted: Wanted) -> str:
    """Return what went wrong in a visit that goes on all the same, "" for nothing."""
    notes = []
    if found.refused:
        named = _named(found.refused)
        notes.append(f"mails left out, which the mail server cannot deliver: {named}")
    if found.passed_over:
        named = _named(found.passed_over)
        notes.append(
            f"mails passed over, at which the mail server hangs up: {named}; later visits ask for "
            "them again, last"
        )
    if found.problem is not None:
        why = _failure(found.problem, wanted).detail
        notes.append(
            f"the visit ended after {len(found.mails)} mails, and the next one goes on: {why}"
        )
    return "; ".join(notes)


def _named(uids: Sequence[int]) -> str:
    """Return how many mails these are, and the UIDs of the first."""
    more = " and more" if len(uids) > _MAX_NAMED else ""
    return f"{len(uids)} (UID {', '.join(map(str, uids[:_MAX_NAMED]))}{more})"


def _failure(error: Exception, wanted: Wanted) -> FetchFailed:
    """Return what an error of a visit means, in words for operators."""
    if isinstance(error, LoginRefused):
        said = f": {error}" if str(error) else ""
        return FetchFailed(Outcome.LOGIN, f"the mail server refuses user name or password{said}")
    if isinstance(error, FolderMissing):
        names = ", ".join(error.names) or "none"
        return FetchFailed(
            Outcome.GONE, f"the mailbox has no folder {wanted.folder}; its folders: {names}"
        )
    # Before its parents, each with less to say: an SSLError is an OSError, and so is a timeout.
    if isinstance(error, ssl.SSLCertVerificationError):
        why = error.verify_message or str(error)
        return FetchFailed(Outcome.TLS, f"the certificate of {wanted.host} is not valid: {why}")
    if isinstance(error, ssl.SSLError):
        return FetchFailed(
            Outcome.TLS,
            f"{wanted.host}:{wanted.port} does not answer with TLS ({error.reason or error})",
        )
    if isinstance(error, TimeoutError):
        return FetchFailed(Outcome.TIMEOUT, "the mail server did not answer in time")
    if isinstance(error, OSError):
        why = error.strerror or str(error)
        return FetchFailed(Outcome.CONNECT, f"no connection to {wanted.host}:{wanted.port} ({why})")
    if isinstance(error, imaplib.IMAP4.error):
        return FetchFailed(Outcome.CONNECT, f"the mail server ended the visit ({error})"[:300])
    return FetchFailed(Outcome.INTERNAL, f"{type(error).__name__}: {error}"[:300])
