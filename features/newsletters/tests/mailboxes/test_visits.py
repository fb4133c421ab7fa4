"""Visits to servers that refuse mails, are slow, or tell little: no mail is left behind."""

import imaplib
import ssl
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from features.newsletters.mailboxes import imap
from features.newsletters.mailboxes.bundle import Bundle
from features.newsletters.mailboxes.imap import FolderMails, FolderVisit, Wanted
from features.newsletters.mailboxes.place import read_place

_SECONDS = 50.0
"""When a visit is ended from outside."""
_BUG = b"[SERVERBUG] Internal error occurred"


@dataclass
class Clock:
    now: float = 0.0

    def monotonic(self) -> float:
        return self.now


@dataclass
class Server:
    """A mail server as ``imaplib`` shows it, with mails whose UIDs are their numbers.

    ``refuses_heads`` is what it sends before it refuses heads: those of the "others", those
    "before" the first that is refused, or "nothing". ``last_asked`` are the mails in the order in
    which the visit asked for them.
    """

    count: int
    refused: Collection[int] = ()
    refuses_heads: str = ""
    sender: Callable[[int], str] = lambda _uid: "news@harbour.example"
    tells_next: bool = True
    seconds: float = 0.0
    most_bodies: int = 1 << 30
    size: int = 1000
    hangs_up_at: Collection[int] = ()
    log_ins: int = 0
    last_asked: list[int] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)
    left: list[Any] = field(default_factory=list)
    asked: int = 0
    capabilities = ()
    abort = imaplib.IMAP4.abort
    error = imaplib.IMAP4.error

    def login(self, *_: str) -> None:
        """Let everybody in."""
        self.log_ins += 1
        self.left = []

    def shutdown(self) -> None:
        """End nothing."""

    def select(self, *_: object, **__: object) -> tuple[str, list[bytes]]:
        return "OK", [str(self.count).encode()]

    def response(self, name: str) -> tuple[str, list[Any]]:
        if name == "FETCH":
            left, self.left = self.left, []
            return name, left or [None]
        told = {"UIDVALIDITY": b"7", "UIDNEXT": str(self.count + 1).encode()}
        return name, [told[name] if name == "UIDVALIDITY" or self.tells_next else None]

    def fetch(self, numbers: str, what: str) -> tuple[str, list[Any]]:
        first, _, last = numbers.partition(":")
        asked = range(int(first), int(last or first) + 1)
        if what == "(UID)":
            return "OK", [b"%d (UID %d)" % (asked[0], asked[0])]
        if "HEADER" not in what:
            return self.uid("FETCH", first, what)
        self.clock.now += self.seconds
        if self.clock.now > _SECONDS:
            raise TimeoutError
        bad = [each for each in asked if self.refuses_heads and each in self.refused]
        sent = {
            "": asked,
            "others": [each for each in asked if each not in bad],
            "before": range(asked[0], min(bad, default=asked[-1] + 1)),
            "nothing": () if bad else asked,
        }[self.refuses_heads]
        return self._answer([part for each in sent for part in self._head(each)], is_bad=bool(bad))

    def uid(self, _command: str, uid: str, what: str) -> tuple[str, list[Any]]:
        if "0.1>" not in what:
            self.asked += 1
            self.last_asked.append(int(uid))
        if int(uid) in self.hangs_up_at:
            raise self.abort("socket error: EOF")
        is_bad = int(uid) in self.refused or self.asked > self.most_bodies
        facts = b"%d (UID %d BODY[]<0> {9}" % (int(uid), int(uid))
        # A server may have sent a part before it refuses the mail.
        return self._answer([(facts, b"mail %04d" % int(uid)), b")"], is_bad=is_bad)

    def _answer(self, parts: list[Any], *, is_bad: bool) -> tuple[str, list[Any]]:
        """Answer as ``imaplib`` does: what came before a refusal stays for the next question."""
        self.left += parts
        if is_bad:
            return "NO", [_BUG]
        return "OK", self.response("FETCH")[1]

    def _head(self, number: int) -> list[Any]:
        facts = b"%d (UID %d RFC822.SIZE %d BODY[HEADER.FIELDS (FROM)] {9}"
        facts %= (number, number, self.size)
        return [(facts, f"From: {self.sender(number)}\r\n\r\n".encode()), b")"]


def visit(server: Server, known: str = "", *senders: str) -> tuple[FolderMails, str]:
    """Return what a visit finds, and how far the folder is read then."""
    server.clock.now, server.left, server.asked = 0.0, [], 0
    server.log_ins, server.last_asked = 0, []
    wanted = Wanted(
        address="192.0.2.1", host="imap.paper.example", port=993, user="u", password="p",
        folder="INBOX", senders=senders, known=read_place(known), max_bytes=8_000_000, seconds=1.0,
    )  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(imap, "_Client", lambda *_: server)
        patch.setattr(imap, "time", server.clock)
        found = FolderVisit(wanted, ssl.create_default_context()).run()
    assert found.unread is not None
    bundle = Bundle(
        mails=found.mails, unread=found.unread, stop=found.stop, newest=found.newest,
        put_off=found.put_off,
    )  # fmt: skip
    assert all(mail == b"mail %04d" % uid for uid, mail in found.mails)
    return found, str(bundle.place())


def uids(found: FolderMails) -> list[int]:
    return [uid for uid, _mail in found.mails]


@pytest.mark.parametrize("refuses_heads", ["", "others", "before", "nothing"])
def test_a_mail_that_is_refused_keeps_no_other_away(refuses_heads: str) -> None:
    """Also where it is the only new one, and once only."""
    server = Server(count=150, refused={40}, refuses_heads=refuses_heads)
    found, place = visit(server)
    assert uids(found) == [each for each in range(150, 0, -1) if each != 40]
    assert found.refused == [40]
    assert place == "7:151"
    server.count, server.refused = 151, {151}
    found, place = visit(server, place)
    assert (uids(found), found.refused, found.problem) == ([], [151], None)
    assert place == "7:152"
    found, _place = visit(server, place)
    assert found.refused == []


@given(st.data())
def test_whatever_is_refused_all_others_are_read_once(data: st.DataObject) -> None:
    count = data.draw(st.integers(8, 250))
    refused = data.draw(st.sets(st.integers(1, count), max_size=4))
    how = data.draw(st.sampled_from(["", "others", "before", "nothing"]))
    found, place = visit(Server(count=count, refused=refused, refuses_heads=how))
    assert uids(found) == [each for each in range(count, 0, -1) if each not in refused]
    assert found.refused == sorted(refused, reverse=True)
    assert place == f"7:{count + 1}"


def test_a_server_that_delivers_nothing_now_has_refused_no_mail() -> None:
    """A provider may refuse all mails beyond its limits, and deliver them tomorrow."""
    with pytest.raises(imaplib.IMAP4.error, match="SERVERBUG"):
        visit(Server(count=100, refused=range(1, 101)))
    server = Server(count=100, most_bodies=30)
    found, place = visit(server)
    assert (len(found.mails), found.refused) == (30, [])
    assert found.problem is not None
    server.most_bodies = 1_000
    found, place = visit(server, place)
    assert uids(found) == list(range(70, 0, -1))
    assert place == "7:101"


def test_a_slow_server_without_wanted_mails_on_top_is_read_further_each_time() -> None:
    """Until the mails of the sender come, though a visit never gets there at once."""

    def sender(uid: int) -> str:
        return "news@harbour.example" if uid < 100 else "ads@shop.example"

    server = Server(count=20_000, sender=sender, seconds=2.0)
    place, visits, read = "", 0, list[int]()
    while place.count(":") != 1:
        found, place = visit(server, place, "harbour.example")
        assert found.problem is None
        assert server.clock.now < 25
        read += uids(found)
        visits += 1
    assert read == list(range(99, 0, -1))
    assert 15 <= visits <= 25


def test_a_visit_that_was_ended_while_it_looked_goes_on_there() -> None:
    server = Server(count=1_000, sender=lambda _uid: "ads@shop.example", seconds=17.0)
    found, place = visit(server, "", "harbour.example")
    assert (found.looked_at, place) == (200, "7:1001:1-801")
    server.seconds = 60.0
    with pytest.raises(TimeoutError):
        visit(server, place, "harbour.example")


def test_what_was_looked_at_before_the_line_broke_counts_without_a_mail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(imap, "_MAX_READING_SECONDS", 1_000.0)
    server = Server(count=1_000, sender=lambda _uid: "ads@shop.example", seconds=17.0)
    found, place = visit(server, "", "harbour.example")
    assert isinstance(found.problem, TimeoutError)
    assert (found.looked_at, place) == (200, "7:1001:1-801")


def test_a_server_without_a_next_uid_is_read_to_its_end() -> None:
    """Though nobody wants the mails that one visit looks at."""
    server = Server(count=9_000, sender=lambda _uid: "ads@shop.example", tells_next=False)
    found, place = visit(server, "", "harbour.example")
    assert (found.looked_at, place) == (5_000, "7:9001:1-4001")
    found, place = visit(server, place, "harbour.example")
    assert (found.looked_at, place) == (4_000, "7:9001")
    server.count = 9_001
    found, place = visit(server, place, "harbour.example")
    assert (found.looked_at, place) == (1, "7:9002")


def test_a_mail_at_which_the_server_hangs_up_is_asked_for_twice_and_then_last() -> None:
    server = Server(count=10, hangs_up_at={7})
    found, place = visit(server)
    assert server.last_asked == [10, 9, 8, 7, 7, 6, 5, 4, 3, 2, 1]
    assert (uids(found), found.passed_over, found.problem) == (
        [10, 9, 8, 6, 5, 4, 3, 2, 1],
        [7],
        None,
    )
    assert place == "7:11!7"
    # At later visits once, behind the new ones.
    server.count = 12
    found, place = visit(server, place)
    assert (server.last_asked, server.log_ins) == ([12, 11, 7], 1)
    assert (uids(found), found.passed_over, place) == ([12, 11], [7], "7:13!7")
    server.hangs_up_at = ()
    found, place = visit(server, place)
    assert (uids(found), found.passed_over, place) == ([7], [], "7:13")


def test_what_never_came_leaves_room_for_the_others() -> None:
    server = Server(count=8, hangs_up_at={8, 5}, size=1_300_000)
    found, _place = visit(server)
    assert (uids(found), found.passed_over) == ([7, 6, 4, 3, 2, 1], [8, 5])


def test_a_mail_that_was_put_off_and_is_gone_or_refused_is_asked_for_no_more() -> None:
    server = Server(count=10, refused={4})
    found, place = visit(server, "7:11!4,12")
    assert (uids(found), found.refused, place) == ([], [4], "7:11")


def test_a_server_that_hangs_up_once_is_asked_again() -> None:
    server = Server(count=10)
    hangs_up = [True]

    class Once(set[int]):
        def __contains__(self, uid: object) -> bool:
            return uid == 7 and bool(hangs_up and hangs_up.pop())

    server.hangs_up_at = Once()
    found, place = visit(server)
    assert (uids(found), found.passed_over, place) == (list(range(10, 0, -1)), [], "7:11")
    assert server.log_ins == 2


def test_a_server_that_hangs_up_at_each_mail_has_no_mail_passed_over() -> None:
    server = Server(count=10, hangs_up_at=range(1, 11))
    with pytest.raises(imaplib.IMAP4.abort, match="EOF"):
        visit(server)
    assert server.log_ins == 6
    # Nor one that has a single mail.
    with pytest.raises(imaplib.IMAP4.error, match="delivers no mail"):
        visit(Server(count=1, hangs_up_at={1}))


def test_the_newest_and_the_oldest_mail_may_be_the_bad_ones() -> None:
    server = Server(count=9, hangs_up_at={9, 8, 1, 2})
    found, place = visit(server)
    assert (uids(found), found.passed_over) == ([7, 6, 5, 4, 3], [9, 8, 2])
    assert place == "7:10:1-2!9,8,2"
    assert found.problem is not None
    found, place = visit(server, place)
    assert (uids(found), found.passed_over) == ([], [1, 9, 8, 2])
    assert place == "7:10!1,9,8,2"
    assert found.problem is None


@given(st.data())
def test_wherever_a_server_hangs_up_each_mail_is_read_once_in_the_end(
    data: st.DataObject,
) -> None:
    count = data.draw(st.integers(8, 250))
    server = Server(count=count, hangs_up_at=data.draw(st.sets(st.integers(1, count), max_size=4)))
    bad, place, read = set(server.hangs_up_at), "", list[int]()
    # The visits of a run, until it has looked at all mails.
    while not place or ":" in place.partition(":")[2]:
        found, place = visit(server, place)
        assert server.log_ins <= 11
        read += uids(found)
    assert sorted(read) == sorted({*range(1, count + 1)} - bad)
    # What a parser has no time for is left as well.
    server.hangs_up_at = data.draw(st.sets(st.sampled_from(sorted(bad)))) if bad else ()
    found, place = visit(server, place)
    assert sorted(uids(found)) == sorted(bad - {*server.hangs_up_at})
    assert found.unread is not None
    bundle = Bundle(mails=found.mails, unread=found.unread, put_off=found.put_off)
    assert {*bundle.place(0).put_off} == bad
    server.hangs_up_at = ()
    again, place = visit(server, place)
    assert sorted(uids(found) + uids(again)) == sorted(bad)
    assert place == f"7:{count + 1}"


def test_more_mails_than_a_place_can_name_are_not_passed_over() -> None:
    put_off = ",".join(map(str, range(1, 17)))
    server = Server(count=40, hangs_up_at={30, *range(1, 17)})
    found, place = visit(server, f"7:20!{put_off}")
    assert uids(found) == list(range(40, 30, -1))
    assert isinstance(found.problem, imaplib.IMAP4.abort)
    assert place == f"7:41:20-31!{put_off}"
