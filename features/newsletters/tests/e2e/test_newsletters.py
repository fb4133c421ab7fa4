"""Newsletters, from a mailbox on a real mail server to the search."""

import threading
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from features.newsletters.tests.mails.letters import RECIPIENT, SECOND, STORY, html_of, letter
from scheduler.queue.port import gauges
from storage.database.port import SourceRecord
from storage.database.sources.source_config import typed_values
from testbed.servers.dovecot import Dovecot
from testbed.stack import Stack, wait_until

_MANY = 200
_FEW_BYTES = "40000"
"""Most bytes of a visit to the mailbox: some fifteen mails, so that there are many visits."""


@pytest.fixture
def mailbox(own_dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch) -> Dovecot:
    """A mailbox whose certificate the roles trust."""
    monkeypatch.setenv("SSL_CERT_FILE", str(own_dovecot.ca))
    return own_dovecot


def source(mailbox: Dovecot, **more: Any) -> SourceRecord:
    fields = {
        "address": mailbox.url,
        "mail_user": mailbox.user,
        "mail_password": mailbox.password,
        "pace_seconds": 0.0,
    }
    named = {"name": "Letters", "channel": "newsletter", **fields, **more}
    return SourceRecord(id=1, **typed_values(named))


def waiting(stack: Stack) -> int:
    """Return how many jobs of pages wait in the queue."""
    return gauges(stack.tubes())["page ready"]


def held(stack: Stack) -> int:
    """Return how many jobs of pages workers hold."""
    return gauges(stack.tubes())["page reserved"]


def says(stack: Stack, text: str) -> bool:
    """Return whether a role has logged a text."""
    return text in stack.logs()


def issue(number: int, **more: Any) -> bytes:
    text = html_of(f"Issue {number} of the letter. {STORY}", SECOND)
    more = {"subject": f"Ferry news {number}", "message_id": f"<issue-{number}@x.example>", **more}
    return letter(text, STORY, **more)


def test_mails_are_found_as_documents_and_nothing_changes_in_the_mailbox(
    stores: dict[str, str], tmp_path: Path, mailbox: Dovecot
) -> None:
    """Of a chosen sender, each once; mails that come later follow."""
    advert = letter(html_of(STORY), sender="Shop <ads@shop.example>", message_id="<ad@shop>")
    mailbox.deliver(*(issue(number) for number in range(1, 31)), advert)
    letters = source(mailbox, mail_senders=("harbour.example",))
    with Stack(tmp_path / "home", stores, MAX_PAGE_BYTES=_FEW_BYTES) as stack:
        stack.migrate()
        stack.start("worker")
        stack.put_source(letters, "first")
        # More mails than one visit reads: it goes on by itself.
        wait_until(lambda: stack.count() == 30, 90, "the mails are stored", stack.logs)
        mailbox.deliver(issue(31))
        stack.put_source(letters, "second")
        wait_until(lambda: stack.count() == 31, 60, "the new mail is stored", stack.logs)
        assert "1 found" in stack.run("search", 'title:"Ferry news 31"').stdout
        assert "31 found" in stack.run("search", "site:harbour.example").stdout
        found = {str(each["url"]): each for each in stack.documents()}
        logs = stack.logs()
    last = found["mid:issue-31@x.example"]
    assert (last["kind"], last["title"], last["author"]) == (
        "article", "Ferry news 31", "Harbour Weekly",
    )  # fmt: skip
    assert str(last["published"])[:10] == "2026-03-05"
    assert SECOND in str(last["content"])
    assert all(RECIPIENT not in str(each) for each in found.values())
    assert all(b"\\Seen" not in flags for flags in mailbox.flags())
    assert len(mailbox.flags()) == 32
    assert mailbox.password not in logs


def test_mails_of_a_sender_who_is_added_later_are_found_behind_known_ones(
    tmp_path: Path, mailbox: Dovecot
) -> None:
    """Though nothing is new among the mails of a whole page after them."""
    mailbox.deliver(*(issue(number) for number in range(3)))
    known = [issue(number, sender="Quay <a@quay.example>") for number in range(3, 33)]
    mailbox.deliver(*known)
    quay = source(mailbox, mail_senders=("quay.example",))
    with Stack(tmp_path / "home", MAX_PAGE_BYTES=_FEW_BYTES) as stack:
        stack.migrate()
        stack.start("worker")
        stack.put_source(quay, "first")
        wait_until(lambda: stack.count() == 30, 90, "one sender's mails", stack.logs)
        stack.put_source(source(mailbox), "second")
        wait_until(lambda: stack.count() == 33, 60, "the other sender's mails", stack.logs)
        wait_until(stack.idle, 60, "nothing is left to do", stack.logs)


# A list of mails is a list like others: tests/faults/test_kill.py kills its workers everywhere.
# tests/mailboxes/test_places.py and test_visits.py show that a mailbox is read on from any place.
@pytest.mark.heavy
def test_no_mail_is_lost_or_stored_twice_if_workers_are_killed(
    stores: dict[str, str], tmp_path: Path, mailbox: Dovecot
) -> None:
    mailbox.deliver(*(issue(number) for number in range(_MANY)))
    with Stack(tmp_path / "home", stores, MAX_PAGE_BYTES=_FEW_BYTES) as stack:
        stack.migrate()
        stack.put_source(source(mailbox), "run")
        reader = stack.start("worker", "--pool", "list")
        wait_until(lambda: waiting(stack) > 0, 60, "the first mails wait", stack.logs)
        reader.kill()
        reader.wait()
        assert stack.count() == 0
        writer = stack.start("worker", "--pool", "page")
        wait_until(lambda: held(stack) > 0 or stack.count() > 0, 60, "mails are read", stack.logs)
        writer.kill()
        writer.wait()
        stack.start("worker")
        wait_until(lambda: stack.count() >= _MANY, 120, "all mails are stored", stack.logs)
        wait_until(stack.idle, 60, "nothing is left to do", stack.logs)
        titles = [str(each["title"]) for each in stack.documents()]
    assert sorted(titles) == sorted(f"Ferry news {number}" for number in range(_MANY))


def test_erased_mails_and_senders_stay_away(tmp_path: Path, mailbox: Dovecot) -> None:
    """Though the mails are still in the mailbox, and it is read from its beginning again."""
    mailbox.deliver(issue(1), issue(2))
    with Stack(tmp_path / "home") as stack:
        stack.migrate()
        stack.start("worker")
        stack.put_source(source(mailbox), "first")
        wait_until(lambda: stack.count() == 2, 60, "the mails are stored", stack.logs)
        why = ("--yes", "--reason", "asked")
        assert "is done: 1 documents" in stack.run(
            "erase", "--address", "mid:issue-1@x.example", *why
        ).stdout  # fmt: skip
        assert (
            "is done: 1 documents" in stack.run("erase", "--site", "harbour.example", *why).stdout
        )
        mailbox.deliver(issue(3), letter(html_of(STORY), sender="Quay <a@quay.example>"))
        # With other rules, the source reads the mailbox as if for the first time.
        stack.put_source(source(mailbox, mail_senders=("example",)), "second")
        wait_until(lambda: stack.count() == 1, 60, "the other sender's mail", stack.logs)
        wait_until(stack.idle, 60, "nothing is left to do", stack.logs)
        [kept] = stack.documents()
    assert kept["site"] == "quay.example"


def test_issues_with_one_number_are_documents_and_a_slow_one_closes_nothing(
    stores: dict[str, str], tmp_path: Path, mailbox: Dovecot
) -> None:
    """In one visit and in later ones, with the time at which the server took them."""
    slow = b'Content-Type: text/html; a="' + b";" * 500_000 + b'"\r\n\r\n<p>Slow.</p>'
    mailbox.deliver(*(same_number(each) for each in (1, 2)), slow, same_number(1))
    with Stack(tmp_path / "home", stores) as stack:
        stack.migrate()
        stack.start("worker")
        stack.put_source(source(mailbox), "first")
        wait_until(lambda: stack.count() == 3, 60, "the mails are stored", stack.logs)
        mailbox.deliver(same_number(2), same_number(3))
        stack.put_source(source(mailbox), "second")
        wait_until(lambda: stack.count() == 4, 60, "the new mail is stored", stack.logs)
        wait_until(stack.idle, 60, "nothing is left to do", stack.logs)
        found = [each for each in stack.documents() if str(each["title"]).startswith("Ferry")]
    assert sorted(str(each["title"]) for each in found) == [f"Ferry news {n}" for n in (1, 2, 3)]
    assert all(each["published"] for each in found)


def same_number(number: int) -> bytes:
    return issue(number, message_id="<newsletter@x.example>", date="")


class Paper(BaseHTTPRequestHandler):
    """A service that counts clicks, and the article that they lead to."""

    def do_GET(self) -> None:
        if self.path.startswith("/click/"):
            self.send_response(302)
            self.send_header("Location", "/2026/bridge-closes?utm_source=letter")
            self.end_headers()
            return
        if self.path.startswith("/2026/bridge-closes"):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            body = f"<p>{STORY}</p><p>{SECOND}</p>" * 2
            self.wfile.write(
                f"<html><head><title>The bridge closes in March</title></head><body><article>"
                f"<h1>The bridge closes in March</h1><time datetime='2026-03-04T08:00:00Z'></time>"
                f"{body}</article></body></html>".encode()
            )
            return
        self.send_error(404)

    def log_message(self, *_: object) -> None:
        """Write no line for each request."""


@pytest.fixture
def paper() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Paper) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://paper.localhost:{server.server_port}"
        server.shutdown()


def test_the_links_of_a_mail_lead_to_articles(tmp_path: Path, mailbox: Dovecot, paper: str) -> None:
    linked = (
        f'<a href="{paper}/click/XYZ">The bridge closes in March for two years</a>',
        f'<a href="{paper}/unsubscribe?r=XYZ">Unsubscribe from all letters of ours</a>',
    )
    mailbox.deliver(letter(html_of(*linked)))
    with Stack(tmp_path / "home") as stack:
        stack.migrate()
        stack.start("worker")
        stack.put_source(source(mailbox, mail_links=True), "run")
        wait_until(lambda: stack.count() == 1, 60, "the article is stored", stack.logs)
        wait_until(stack.idle, 60, "nothing is left to do", stack.logs)
        [found] = stack.documents()
        assert "unsubscribe" not in stack.logs()
    assert str(found["canonical_url"]) == f"{paper}/2026/bridge-closes"
    assert str(found["published"])[:10] == "2026-03-04"


def test_an_operator_reads_what_is_wrong_with_a_mailbox(tmp_path: Path, mailbox: Dovecot) -> None:
    mailbox.deliver(issue(1), folder="Letters")
    wrong = {
        "password": source(mailbox, mail_password="wrong"),
        "folder": source(mailbox, address=mailbox.url.replace("INBOX", "Leters")),
        "certificate": source(mailbox, address=mailbox.url.replace("localhost", "mail.localhost")),
    }
    with Stack(tmp_path / "home") as stack:
        stack.migrate()
        stack.start("worker")
        for run, record in wrong.items():
            stack.put_source(record, run)
        for said in (
            "the mail server refuses user name or password",
            "the mailbox has no folder Leters; its folders: INBOX, Letters",
            "the certificate of mail.localhost is not valid",
        ):
            wait_until(partial(says, stack, said), 60, said, stack.logs)
        assert "Traceback" not in stack.logs()
