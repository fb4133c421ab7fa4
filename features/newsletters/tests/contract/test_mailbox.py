"""Visits to a folder on a real mail server: as much as a visit may take, nothing twice or lost
where the line breaks.
"""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from crawler.turns import OF_JOBS, PaceStore, Turns
from features.newsletters.mailboxes import fetcher as module
from features.newsletters.mailboxes import imap
from features.newsletters.mailboxes.bundle import read_bundle
from features.newsletters.mailboxes.fetcher import MailboxFetcher
from features.newsletters.mails.mail import read_mail
from features.newsletters.tests.mails.letters import STORY, html_of, letter
from features.newsletters.tests.samples import mailbox as of_mailbox
from scheduler.jobs import SourceSpec
from storage.backends import open_pace
from storage.outcomes import Outcome
from storage.seen.port import Validators
from storage.settings import Settings
from testbed.servers.dovecot import Dovecot

_MANY = 60
_LETTER_BYTES = len(letter(html_of(STORY)))


@pytest.fixture
def mailbox(own_dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch) -> Dovecot:
    monkeypatch.setenv("SSL_CERT_FILE", str(own_dovecot.ca))
    return own_dovecot


def issue(number: int, sender: str = "Harbour Weekly <news@harbour.example>") -> bytes:
    return letter(html_of(STORY), message_id=f"<{number}@x.example>", sender=sender)


class Reader:
    """Visits a mailbox as the jobs of a run do, and notes what it has got."""

    def __init__(self, mailbox: Dovecot, home: Path, most: int = 8_000_000, port: int = 0) -> None:
        self._settings = Settings(home=home, secret_key="x" * 50, max_page_bytes=most)
        self._host = f"localhost:{port or mailbox.port}"
        self._url = f"imaps://{self._host}/INBOX"
        self._spec = SourceSpec(
            id=1, name="x", channel="newsletter", host=self._host, pace_seconds=0.0,
            **of_mailbox(mailbox.user, mailbox.password),
        )  # fmt: skip
        self.place = ""
        self.numbers: list[int] = []

    def wants(self, *senders: str) -> None:
        self._spec = replace(
            self._spec, of_channel={**self._spec.of_channel, "mail_senders": senders}
        )

    def visit(self) -> Fetched:
        """Visit the folder from where the last visit ended."""
        fetched = asyncio.run(self._fetch())
        self.place = fetched.headers["etag"]
        if fetched.status == 200:
            mails = (read_mail(mail, "u") for _uid, mail in read_bundle(fetched.body).mails)
            self.numbers += [int(mail.url[len("mid:") :].partition("@")[0]) for mail in mails]
        return fetched

    async def _fetch(self) -> Fetched:
        async def check(_host: str) -> str:
            return "127.0.0.1"

        turns = Turns(PaceStore(open_pace(self._settings)), OF_JOBS)
        boxes = MailboxFetcher(self._settings, turns, check)
        known = Validators(etag=self.place) if self.place else None
        return await boxes.fetch(self._url, source=self._spec, validators=known)

    @property
    def is_read(self) -> bool:
        return self.place.count(":") == 1


def test_one_visit_takes_what_there_is(mailbox: Dovecot, tmp_path: Path) -> None:
    mailbox.deliver(*map(issue, range(_MANY)))
    reader = Reader(mailbox, tmp_path)
    assert reader.visit().status == 200
    assert reader.is_read
    assert reader.numbers == list(reversed(range(_MANY)))
    assert reader.visit().status == 304


def test_a_visit_ends_at_its_bytes_and_the_next_goes_on(mailbox: Dovecot, tmp_path: Path) -> None:
    """Also where mails come between, and are deleted between."""
    mailbox.deliver(*map(issue, range(_MANY)))
    reader = Reader(mailbox, tmp_path, most=20 * _LETTER_BYTES)
    reader.visit()
    assert 15 <= len(reader.numbers) < 25
    assert not reader.is_read
    mailbox.deliver(*map(issue, range(_MANY, _MANY + 30)))
    with mailbox.client() as client:
        client.select("INBOX")
        # One that is read, and one that is not.
        client.store(f"{_MANY},2", "+FLAGS", "(\\Deleted)")
        client.expunge()
    visits = 1
    while not reader.is_read:
        reader.visit()
        visits += 1
    assert len(reader.numbers) == len(set(reader.numbers))
    assert set(reader.numbers) == {*range(_MANY + 30)} - {1}
    assert visits < 8


def test_mails_that_nobody_wants_are_passed_over(mailbox: Dovecot, tmp_path: Path) -> None:
    adverts = [issue(each, "Shop <ads@shop.example>") for each in range(10, 40)]
    mailbox.deliver(*map(issue, range(10)), *adverts, *map(issue, range(40, 50)))
    reader = Reader(mailbox, tmp_path, most=12 * _LETTER_BYTES)
    reader.wants("harbour.example")
    while not reader.is_read:
        reader.visit()
    assert sorted(reader.numbers) == [*range(10), *range(40, 50)]


@contextmanager
def line(mailbox: Dovecot, most: int, *, hangs: bool, broken: int = 2) -> Iterator[int]:
    """A line to the server that breaks, or falls silent, after so many bytes from it; it is whole
    after so many ``broken`` connections.
    """
    ends: list[socket.socket] = []
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            number = 0
            while True:
                try:
                    client, _ = listener.accept()
                except OSError:
                    return
                number += 1
                server = socket.create_connection(("127.0.0.1", mailbox.port))
                ends.extend((client, server))
                bound = most if number <= broken else 1 << 40
                for pair in ((client, server, 1 << 40), (server, client, bound)):
                    threading.Thread(target=pump, args=pair, daemon=True).start()

        def pump(source: socket.socket, target: socket.socket, left: int) -> None:
            with suppress(OSError):
                while data := source.recv(4096):
                    left -= len(data)
                    if left < 0:
                        if hangs:
                            return
                        break
                    target.sendall(data)
            end(source, target)

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]
    end(*ends)
    for each in ends:
        each.close()


def end(*ends: socket.socket) -> None:
    for each in ends:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


def test_what_was_read_before_the_server_fell_silent_counts(
    mailbox: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(*map(issue, range(_MANY)))
    # The answer that never comes ends the visit as a slow server would.
    monkeypatch.setattr(module, "_MAX_SECONDS", 3.0)
    with line(mailbox, 60_000, hangs=True) as port:
        reader = Reader(mailbox, tmp_path, port=port)
        first = reader.visit()
        assert first.status == 200
        assert 0 < len(reader.numbers) < _MANY
        ended = f"the visit ended after {len(reader.numbers)} mails, and the next one goes on"
        assert ended in first.note
        assert "did not answer in time" in first.note
        assert not reader.is_read
        while not reader.is_read:
            last = reader.visit()
        assert last.note == ""
    assert sorted(reader.numbers) == list(range(_MANY))


def test_a_visit_takes_a_line_up_again_that_broke_at_a_mail(
    mailbox: Dovecot, tmp_path: Path
) -> None:
    mailbox.deliver(*map(issue, range(_MANY)))
    with line(mailbox, 60_000, hangs=False, broken=1) as port:
        reader = Reader(mailbox, tmp_path, port=port)
        assert reader.visit().note == ""
    assert reader.is_read
    assert reader.numbers == list(reversed(range(_MANY)))


def test_what_was_read_over_a_line_that_breaks_each_time_counts(
    mailbox: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(*map(issue, range(_MANY)))
    monkeypatch.setattr(imap, "_MAX_HANG_UPS", 1)
    with line(mailbox, 25_000, hangs=False, broken=1 << 10) as port:
        reader = Reader(mailbox, tmp_path, port=port)
        first = reader.visit()
        assert 0 < len(reader.numbers) < _MANY
        assert "and the next one goes on: the mail server ended the visit" in first.note
        while not reader.is_read:
            reader.visit()
    assert sorted(reader.numbers) == list(range(_MANY))


def test_a_visit_that_takes_long_hands_over_what_it_has(
    mailbox: Dovecot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mailbox.deliver(*map(issue, range(5)))
    monkeypatch.setattr(imap, "_MAX_READING_SECONDS", 0.0)
    reader = Reader(mailbox, tmp_path)
    while not reader.is_read:
        assert reader.visit().note == ""
    # Each visit reads a mail, whatever the time.
    assert reader.numbers == [4, 3, 2, 1, 0]


def test_a_line_that_breaks_before_the_first_mail_is_a_failure(
    mailbox: Dovecot, tmp_path: Path
) -> None:
    mailbox.deliver(*map(issue, range(3)))
    with line(mailbox, 3_000, hangs=False) as port, pytest.raises(FetchFailed) as caught:
        Reader(mailbox, tmp_path, port=port).visit()
    assert caught.value.outcome in (Outcome.CONNECT, Outcome.TLS)


def test_a_mail_that_the_server_refuses_keeps_no_other_away(
    mailbox: Dovecot, tmp_path: Path
) -> None:
    mailbox.more = "imap_fetch_failure = no-after"
    mailbox.restart()
    mailbox.deliver(*map(issue, range(_MANY)))
    unreadable(mailbox, 20)
    reader = Reader(mailbox, tmp_path)
    first = reader.visit()
    assert reader.is_read
    assert sorted(reader.numbers) == [each for each in range(_MANY) if each != 20]
    assert first.note == "mails left out, which the mail server cannot deliver: 1 (UID 21)"
    # A new one is passed over too, though there is nothing else to read.
    mailbox.deliver(issue(_MANY))
    unreadable(mailbox, _MANY)
    second = reader.visit()
    assert second.status == 304
    assert (
        second.note == f"mails left out, which the mail server cannot deliver: 1 (UID {_MANY + 1})"
    )
    assert reader.visit().note == ""


def test_a_mail_at_which_the_server_hangs_up_keeps_no_other_away_and_is_asked_for_again(
    mailbox: Dovecot, tmp_path: Path
) -> None:
    """As Dovecot does at a mail that it cannot read, if it is not told otherwise."""
    mailbox.deliver(*map(issue, range(_MANY)))
    with mailbox.client() as client:
        client.select("INBOX", readonly=True)
        # It knows the heads, as it does of a mail that was listed before.
        client.fetch("1:*", "(RFC822.SIZE BODY.PEEK[HEADER.FIELDS (FROM)])")
    unreadable(mailbox, 20)
    reader = Reader(mailbox, tmp_path)
    first = reader.visit()
    others = [each for each in range(_MANY) if each != 20]
    assert sorted(reader.numbers) == others
    passed_over = (
        "mails passed over, at which the mail server hangs up: 1 (UID 21); later visits ask for "
        "them again, last"
    )
    assert first.note == passed_over
    # New mails come first, and the one that was passed over is named as long as it is.
    mailbox.deliver(issue(_MANY))
    assert reader.visit().note == passed_over
    assert sorted(reader.numbers) == [*others, _MANY]
    assert (reader.visit().status, reader.place) == (304, f"{reader.place.partition('!')[0]}!21")
    readable(mailbox)
    assert reader.visit().note == ""
    assert sorted(reader.numbers) == list(range(_MANY + 1))
    assert reader.visit().status == 304
    assert "!" not in reader.place


def unreadable(mailbox: Dovecot, number: int) -> None:
    """Take the rights to read a mail from the server."""
    [mail] = [each for each in mailbox.mails() if f"<{number}@".encode() in each.read_bytes()]
    mail.chmod(0)


def readable(mailbox: Dovecot) -> None:
    """Give the server the rights to read all mails."""
    for mail in mailbox.mails():
        mail.chmod(0o600)
