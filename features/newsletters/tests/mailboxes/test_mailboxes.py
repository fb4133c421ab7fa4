"""Names of folders, whose mails are read, bundles, and servers that lie or never end."""

import asyncio
import socket
import ssl
import threading
import time
import tracemalloc
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.failures import FetchFailed
from crawler.fetcher import Fetched
from crawler.turns import OF_JOBS, PaceStore, Turns
from features.newsletters.mailboxes import fetcher as module
from features.newsletters.mailboxes.bundle import Bundle, read_bundle, write_bundle
from features.newsletters.mailboxes.fetcher import MailboxFetcher
from features.newsletters.mailboxes.folder_names import decoded, encoded, listed_names, quoted
from features.newsletters.mailboxes.imap import is_wanted
from features.newsletters.mailboxes.place import MailboxPlace, UidSpan, unread
from features.newsletters.tests.mailboxes.servers import Liar, Talk, server
from scheduler.jobs import SourceSpec
from storage.backends import open_pace
from storage.database.sources.source_config import typed_values
from storage.outcomes import Outcome
from storage.settings import Settings
from testbed.servers.certificates import write_certificates


@pytest.mark.parametrize(
    ("name", "code"),
    [("INBOX", "INBOX"), ("R&D", "R&-D"), ("台北", "&U,BTFw-"), ("Entwürfe", "Entw&APw-rfe")],
)
def test_names_of_folders_are_modified_utf_7(name: str, code: str) -> None:
    assert encoded(name) == code
    assert decoded(code) == name


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_every_name_comes_back_and_is_printable_ascii(name: str) -> None:
    code = encoded(name)
    assert all(" " <= letter <= "~" for letter in code)
    assert decoded(code) == name


@given(st.text())
def test_what_is_no_code_raises_no_error(code: str) -> None:
    decoded(code)
    assert quoted(code)[0] == quoted(code)[-1] == '"'


def test_listed_folders_are_named_as_people_know_them() -> None:
    answers = [
        b'(\\HasNoChildren) "/" INBOX',
        b'(\\HasNoChildren) "/" "News \\"x\\""',
        b'(\\Noselect) "/" "[Gmail]"',
        (b'() "." {8}', b"&U,BTFw-"),
        b"(\\Marked) NIL Plain",
        None,
        b"rubbish",
    ]
    assert listed_names(answers) == ["INBOX", 'News "x"', "Plain", "台北"]


@pytest.mark.parametrize(
    ("sender", "senders", "wanted"),
    [
        ("a@x.example", (), True),
        ("", (), True),
        ("a@x.example", ("a@x.example",), True),
        ("b@x.example", ("a@x.example",), False),
        ("a@mail.x.example", ("x.example",), True),
        ("a@notx.example", ("x.example",), False),
        ("a@x.example.evil", ("x.example",), False),
        ("", ("x.example",), False),
    ],
)
def test_senders_choose_the_mails(sender: str, senders: tuple[str, ...], wanted: bool) -> None:
    assert is_wanted(sender, senders) is wanted


@given(st.lists(st.tuples(st.integers(1, 10**9), st.binary(max_size=50))), st.integers(0, 10**9))
def test_a_bundle_comes_back(mails: list[tuple[int, bytes]], stop: int) -> None:
    known = MailboxPlace(validity=17, uid=9, gaps=(UidSpan(2, 4),))
    arrived = {uid: "05-Mar-2026 10:30:00 +0100" for uid, _ in mails[:1]}
    bundle = Bundle(mails=tuple(mails), unread=unread(known, 17, 40), stop=stop, arrived=arrived)
    assert read_bundle(write_bundle(bundle)) == bundle


@given(st.binary(max_size=80))
def test_other_bytes_are_no_bundle(body: bytes) -> None:
    with pytest.raises(ValueError, match="these bytes are no mails of a mailbox"):
        read_bundle(body)


def visit(tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, **more: str) -> Fetched:
    """What a visit to the server fetches."""
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))

    async def check(_host: str) -> str:
        return "127.0.0.1"

    async def main() -> Fetched:
        settings = Settings(home=tmp_path / "home", secret_key="x" * 50, max_page_bytes=200_000)
        turns = Turns(PaceStore(open_pace(settings)), OF_JOBS)
        fields: dict[str, Any] = {
            "channel": "newsletter", "host": f"localhost:{port}", "mail_user": "u",
            "mail_password": "hunter2!", **more,
        }  # fmt: skip
        spec = SourceSpec(id=1, **typed_values({"name": "x", "pace_seconds": 0.0, **fields}))
        boxes = MailboxFetcher(settings, turns, check)
        return await boxes.fetch(f"imaps://localhost:{port}/INBOX", source=spec)

    return asyncio.run(main())


def failure(tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, **more: str) -> FetchFailed:
    """What a visit to the server fails with."""
    with pytest.raises(FetchFailed) as caught:
        visit(tmp_path, port, monkeypatch, **more)
    assert "hunter2!" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "source", [{"host": "imap.paper.example"}, {"channel": "list"}, {"host": "localhost"}]
)
def test_the_password_goes_to_no_other_server_than_the_sources(
    source: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever led a worker to the other one."""
    talked: list[ssl.SSLSocket] = []
    with server(tmp_path, talked.append) as port:
        assert failure(tmp_path, port, monkeypatch, **source).outcome is Outcome.BAD_PATTERN
    assert not talked


def _lines_without_end(client: ssl.SSLSocket) -> None:
    while True:
        client.sendall(b"* OK nothing\r\n" * 1000)


def _one_line_without_end(client: ssl.SSLSocket) -> None:
    while True:
        client.sendall(b"x" * 100_000)


def _huge_literal(client: ssl.SSLSocket) -> None:
    client.sendall(b"* OK [CAPABILITY IMAP4rev1] x\r\n* X {99999999999}\r\n")
    client.recv(1000)


def _no_imap(client: ssl.SSLSocket) -> None:
    client.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")


def _farewell(client: ssl.SSLSocket) -> None:
    client.sendall(b"* BYE too many connections\r\n")


@pytest.mark.parametrize(
    "talk", [_lines_without_end, _one_line_without_end, _huge_literal, _no_imap, _farewell]
)
def test_a_server_that_lies_ends_the_visit(
    talk: Talk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, talk) as port:
        assert failure(tmp_path, port, monkeypatch).outcome is Outcome.CONNECT


def test_a_server_that_drips_is_left_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each byte comes in time, and the answer never."""

    def drip(client: ssl.SSLSocket) -> None:
        while True:
            client.sendall(b"*")
            time.sleep(0.05)

    monkeypatch.setattr(module, "_MAX_SECONDS", 1.0)
    with server(tmp_path, drip) as port:
        assert failure(tmp_path, port, monkeypatch).outcome is Outcome.TIMEOUT
    # The thread of the visit has ended, or asyncio.run would still wait for it.


def test_a_login_that_echoes_the_password_does_not_show_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def echo(client: ssl.SSLSocket) -> None:
        client.sendall(b"* OK hello\r\n")
        while line := client.recv(1000):
            tag, _, said = line.partition(b" ")
            answer = b"OK" if b"LOGIN" not in said else b"NO wrong: hunter2!"
            client.sendall(b"* CAPABILITY IMAP4rev1\r\n" + tag + b" " + answer + b" done\r\n")

    with server(tmp_path, echo) as port:
        found = failure(tmp_path, port, monkeypatch)
    assert (found.outcome, found.detail) == (
        Outcome.LOGIN, "the mail server refuses user name or password: wrong: (hidden) done",
    )  # fmt: skip


def _say_what_it_can(client: ssl.SSLSocket, more: bytes) -> None:
    client.sendall(b"* OK hello\r\n")
    tag = client.recv(1000).partition(b" ")[0]
    client.sendall(b"* CAPABILITY IMAP4rev1 " + more + b"\r\n" + tag + b" OK done\r\n")


@pytest.mark.parametrize("secret", ["hunter2!", b64encode(b"\0u\0hunter2!").decode()])
def test_a_server_that_hangs_up_with_the_password_does_not_show_it(
    secret: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where a long answer is cut within it."""

    def echo(client: ssl.SSLSocket) -> None:
        _say_what_it_can(client, b"AUTH=PLAIN")
        client.recv(1000)
        client.sendall(b"* BYE " + b"x" * 185 + f" {secret}\r\n".encode())

    with server(tmp_path, echo) as port:
        found = failure(tmp_path, port, monkeypatch)
    assert found.outcome is Outcome.CONNECT
    assert secret[:6] not in str(found)


def test_a_server_that_takes_no_other_letters_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def old(client: ssl.SSLSocket) -> None:
        _say_what_it_can(client, b"")
        client.recv(1000)

    with server(tmp_path, old) as port:
        found = failure(tmp_path, port, monkeypatch, mail_password="пароль")
    assert found.outcome is Outcome.LOGIN
    assert found.detail.endswith("the server takes only ASCII in user name and password")


def test_a_server_without_tls_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_certificates(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            with listener.accept()[0] as client:
                client.sendall(b"* OK plain IMAP\r\n" * 10)

        threading.Thread(target=serve, daemon=True).start()
        found = failure(tmp_path, listener.getsockname()[1], monkeypatch)
    assert found.outcome is Outcome.TLS


_LONG = b"9" * 5_000
"""More digits than Python reads as a number."""


@pytest.mark.parametrize(
    "liar",
    [
        Liar(exists=_LONG),
        Liar(exists=b"400000000000"),
        Liar(exists=b"{3}\r\n123"),
        Liar(told=b"* OK [UIDVALIDITY %s] x\r\n" % _LONG),
        Liar(told=b"* OK [UIDNEXT 99999999999] x\r\n"),
        Liar(told=b"* UIDVALIDITY {1}\r\n7\r\n"),
        Liar(literal=_LONG),
        Liar(literal=b"99999999999"),
        Liar(capability=b"IMAP4rev1 \xff\xfe"),
        Liar(capability=b"{4}\r\nIMAP"),
        Liar(folders=b"* LIST () {%s}\r\n" % _LONG),
        Liar(heads=False, exists=b"4294967295", told=b"* OK [UIDVALIDITY 7] x\r\n"),
        Liar(refuses=True),
    ],
)
def test_what_a_server_makes_up_ends_the_visit_and_is_no_bug(
    liar: Liar, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, liar) as port:
        found = failure(tmp_path, port, monkeypatch)
    assert found.outcome is Outcome.CONNECT
    assert len(found.detail) <= 300
    assert liar.sent < 100_000


def test_a_server_that_claims_millions_of_mails_and_refuses_them_takes_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server(tmp_path, Liar(exists=b"4000000", refuses=True)) as port:
        tracemalloc.start()
        found = failure(tmp_path, port, monkeypatch)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert found.outcome is Outcome.CONNECT
    assert "SERVERBUG" in found.detail
    assert most < 20_000_000


@pytest.mark.parametrize("size", [b"1", b"70", b"999999999999999999", _LONG, b"none"])
def test_a_server_that_lies_about_sizes_sends_no_more_than_a_visit_takes(
    size: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On no connection: there is one. What came until then counts."""
    mail = b"From: a@harbour.example\r\n\r\n" + b"x" * 40_000
    liar = Liar(exists=b"20", told=b"* OK [UIDVALIDITY 7] x\r\n", mail=mail, size=size)
    with server(tmp_path, liar) as port:
        fetched = visit(tmp_path, port, monkeypatch)
    assert 1 <= len(read_bundle(fetched.body).mails) <= 6
    assert liar.connections == 1
    assert liar.sent < 300_000


def test_a_server_that_sends_without_end_is_not_asked_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``imaplib`` raises an error of its own for the one that ended the connection."""
    liar = Liar(literal=b"150000000")
    with server(tmp_path, liar) as port:
        found = failure(tmp_path, port, monkeypatch)
    assert "sends more than it was asked for" in found.detail
    assert liar.connections == 1


def test_folders_are_named_so_that_they_can_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = b"".join(
        b'* LIST () "/" %s\r\n' % name
        for name in (
            b'"News\x00\x1b[31m"',
            b'"%s"' % (b"n" * 90_000),
            b'"\xff\xfe"',
            b"&2AA-",
            b"&-",
        )
    )
    with server(tmp_path, Liar(folders=folders)) as port:
        found = failure(tmp_path, port, monkeypatch)
    assert found.outcome is Outcome.GONE
    assert "News[31m" in found.detail
    assert len(found.detail) < 1_000
    assert all(sign.isprintable() for sign in found.detail)


@given(st.lists(st.binary(max_size=60)))
def test_no_name_of_a_folder_is_an_error(answers: list[bytes]) -> None:
    for name in listed_names(answers):
        assert name.isprintable()
