"""One visit to a folder of a mailbox by IMAP (RFC 3501) over TLS, with the standard library.

``imaplib`` and not a library above it: a visit connects to an address that was checked, and bounds
what a server may send, which takes the connection in hand. The visit blocks; run it in a thread.

Nothing in the mailbox changes: EXAMINE opens it for reading, and BODY.PEEK marks no mail as read.
"""

import imaplib
import re
import socket
import ssl
import time
from base64 import b64encode
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from features.newsletters.mailboxes.folder_names import encoded, listed_names, quoted
from features.newsletters.mailboxes.open_folder import (
    HEADS_TOGETHER,
    MAX_MAIL_BYTES,
    Head,
    OpenFolder,
    number_of,
    whole,
)
from features.newsletters.mailboxes.place import MAX_PUT_OFF, MailboxPlace, Unread, unread

MAX_MAILS = 500
"""Mails of one visit. A parser reads some hundred in its time; what it leaves is read again."""
_MAX_READING_SECONDS = 20.0
"""For how long a visit begins to read further mails: somebody may wait for a trial of it."""
_MAX_HEADS = 5_000
"""Heads that one visit looks through for mails of the chosen senders."""
_MAX_HEAD_BYTES = 1_000_000
"""Most bytes that a server sends beside the mails, over all connections of a visit."""
_HUGE_LITERAL = re.compile(rb"\{\d{11,}\}\s*$")
"""The announcement of more bytes than any answer has, in more digits than Python may read."""
_MAX_HANG_UPS = 6
"""How often a visit connects again after the server hung up at a mail, twice for each: providers
bound log-ins."""
_MAX_TRIED = 4
"""At how many other mails a server may hang up before it counts as one that delivers none."""
_MAX_NAMES = 30
"""Folders that are named if there is none of the given name."""
_MAX_SAID = 200


class LoginRefused(Exception):
    """The server refuses the user name or the password; the text is what it says."""


class FolderMissing(Exception):
    """The folder cannot be opened. ``names`` are those that there are."""

    def __init__(self, said: str, names: Sequence[str]) -> None:
        self.names = names
        super().__init__(said)


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """What a visit asks for.

    Attributes:
        address: The checked network address to connect to.
        host: The name that the certificate must be for.
        port: Of the server.
        user: The name to log in with.
        password: Its password.
        folder: The name of the folder.
        senders: Addresses and domains of senders, in lower case; none for all.
        known: How far the folder was read before, None if that is not known.
        max_bytes: Most bytes of all mails together.
        seconds: How long one answer may take.
    """

    address: str
    host: str
    port: int
    user: str
    password: str = field(repr=False)
    folder: str
    senders: tuple[str, ...] = ()
    known: MailboxPlace | None = None
    max_bytes: int
    seconds: float


@dataclass(kw_only=True)
class FolderMails:
    """What a visit has found so far.

    Attributes:
        unread: The mails that were not read before, None until the folder is open.
        mails: With their UIDs, the newest first, and behind them those that were put off before.
        arrived: When these came, as the server says, by UID.
        looked_at: How many were looked at, with those that no chosen sender wrote.
        newest: The highest UID among these, 0 if there are none.
        stop: The UID above which all of them were looked at, 0 if that is the whole folder.
        refused: The UIDs of mails that were passed over: the server delivers others, not these.
        passed_over: The UIDs of mails at which the server hung up.
        put_off: The UIDs of these, and of those of earlier visits that were not read: in the order
            in which later visits ask for them again.
        problem: Why the visit ended early, None if nothing was wrong.
    """

    unread: Unread | None = None
    mails: list[tuple[int, bytes]] = field(default_factory=list)
    arrived: dict[int, str] = field(default_factory=dict)
    looked_at: int = 0
    newest: int = 0
    stop: int = 0
    refused: list[int] = field(default_factory=list)
    passed_over: list[int] = field(default_factory=list)
    put_off: list[int] = field(default_factory=list)
    problem: Exception | None = None


class FolderVisit:
    """One visit. ``run`` may be ended from another thread with ``abort``."""

    def __init__(self, wanted: Wanted, context: ssl.SSLContext) -> None:
        self._wanted = wanted
        self._context = context
        self._socket: socket.socket | None = None
        self._aborted = False
        self._found = FolderMails()

    def run(self) -> FolderMails:
        """Connect, log in, and read. If the server hangs up at a mail, connect again, and pass the
        mail over if it does so again. If the line breaks, return what was read until then.

        Raises, if no mail was looked at:
            LoginRefused: The user name or password is wrong.
            FolderMissing: There is no such folder.
            imaplib.IMAP4.error, OSError: The server, the line or the certificate is at fault.
        """
        try:
            self._run()
        except (OSError, LoginRefused, FolderMissing) as error:
            self._end_early(error)
        except imaplib.IMAP4.error as error:
            self._end_early(type(error)(_hidden(error, self._wanted)))
        except (ValueError, TypeError, LookupError) as error:
            # ``imaplib`` takes much of what a server says for text and numbers without looking.
            said = f"the server says what is no IMAP: {error}"
            self._end_early(imaplib.IMAP4.error(said[:_MAX_SAID]))
        return self._found

    def _end_early(self, error: Exception) -> None:
        if not self._found.looked_at:
            raise error from None
        self._found.problem = error

    def _run(self) -> None:
        reading = _VisitReading(self._wanted, self._found)
        while not reading.is_done:
            client = _Client(self._wanted, self._context, self._keep, reading.count)
            try:
                _log_in(client, self._wanted)
                reading.go_on(client)
            except (OSError, imaplib.IMAP4.abort) as error:
                if self._aborted or not reading.goes_on_after(error):
                    raise
            finally:
                # A polite LOGOUT would wait for an answer; the end of the connection says the same.
                client.shutdown()

    def abort(self) -> None:
        """End the connection, so that ``run`` ends soon."""
        self._aborted = True
        if self._socket is not None:
            _end(self._socket)

    def _keep(self, connection: socket.socket) -> None:
        self._socket = connection
        if self._aborted:
            _end(connection)


class _Client(imaplib.IMAP4_SSL):
    """A connection to a checked address that takes a bounded number of bytes."""

    def __init__(
        self,
        wanted: Wanted,
        context: ssl.SSLContext,
        keep: Callable[[socket.socket], None],
        count: Callable[[int], None],
    ) -> None:
        """``count`` is told how many bytes come, before they are read if the server names them."""
        self._address = wanted.address
        self._keep = keep
        self._count = count
        super().__init__(wanted.host, wanted.port, ssl_context=context, timeout=wanted.seconds)

    def _create_socket(self, timeout: float | None) -> ssl.SSLSocket:
        plain = socket.create_connection((self._address, self.port), timeout)
        secured: ssl.SSLSocket = self.ssl_context.wrap_socket(
            plain, server_hostname=self.host, do_handshake_on_connect=False
        )
        self._keep(secured)
        try:
            secured.do_handshake()
        except BaseException:
            secured.close()
            raise
        return secured

    def read(self, size: int) -> bytes:
        """Read a part of an answer whose size the server has named."""
        self._count(size)
        return super().read(size)

    def readline(self) -> bytes:
        """Read a line of an answer."""
        line = super().readline()
        self._count(len(line))
        if _HUGE_LITERAL.search(line):
            raise self.abort("the server announces more than it was asked for")
        return line


def _end(connection: socket.socket) -> None:
    try:
        # That of SSLSocket would drop TLS first, and another thread could write in the open.
        socket.socket.shutdown(connection, socket.SHUT_RDWR)
    except OSError:
        return


def _log_in(client: _Client, wanted: Wanted) -> None:
    try:
        if "AUTH=PLAIN" in client.capabilities:
            client.authenticate("PLAIN", lambda _challenge: _plain_token(wanted))
        else:
            client.login(quoted(wanted.user), wanted.password)
    except client.abort:
        raise
    except UnicodeEncodeError:
        raise LoginRefused("the server takes only ASCII in user name and password") from None
    except client.error as error:
        raise LoginRefused(_hidden(error, wanted)) from None
    if "ID" in client.capabilities:
        # Some servers let no program in that does not name itself (RFC 2971).
        client.xatom("ID", '("name" "Newsloom")')


class _VisitReading:
    """What a visit may read of the mails that are not read yet, over one connection or more."""

    def __init__(self, wanted: Wanted, found: FolderMails) -> None:
        self._wanted = wanted
        self._found = found
        self._ends = time.monotonic() + _MAX_READING_SECONDS
        #: Bytes of mails, and of all that the server sends, that may still come.
        self._room = wanted.max_bytes
        self._left = wanted.max_bytes + _MAX_HEAD_BYTES
        self.is_done = False
        self._hang_ups = 0
        #: The mail that the server is asked for.
        self._asked = 0
        #: The mail at which it hung up last, and whether it did so again.
        self._hung_at, self._again = 0, False
        #: At how many others it hung up when it was tried whether it delivers them.
        self._tried = 0
        #: Those that were put off by earlier visits and are still to be asked for.
        self._late: list[int] = []

    def count(self, size: int) -> None:
        """Take note that so many bytes come. Raises ``imaplib.IMAP4.abort`` if that is too much."""
        self._left -= size
        if self._left < 0:
            raise imaplib.IMAP4.abort("the server sends more than it was asked for")

    def go_on(self, client: _Client) -> None:
        """Read the newest mails first, and last those that earlier visits have put off."""
        self._asked = 0
        folder = OpenFolder(client, _open(client, self._wanted.folder))
        self._begin(_number(client, "UIDVALIDITY"), _number(client, "UIDNEXT"))
        if self._again:
            self._pass_over(folder, client)
        if self._read_unread(folder):
            self._found.stop = 0
            self._read_late(folder)
        self.is_done = True

    def goes_on_after(self, error: Exception) -> bool:
        """Return whether the visit goes on, on another connection perhaps, after one has ended."""
        uid, self._asked = self._asked, 0
        # A server that is silent would be silent for as long again, and one that sends too much
        # would send more. The type of the error does not say so: ``imaplib`` raises one of its own.
        if isinstance(error, TimeoutError) or self._left < 0:
            return False
        if self._again:
            self._tried += 1
            return self._tried < _MAX_TRIED
        if not uid:
            return False
        self._hang_ups += 1
        if uid in self._found.put_off:
            self._found.put_off.remove(uid)
            self._found.put_off.append(uid)
            self._found.passed_over.append(uid)
            self.is_done = not self._late or self._hang_ups > _MAX_HANG_UPS
            return True
        self._again, self._hung_at = uid == self._hung_at, uid
        is_full = self._again and len(self._found.put_off) == MAX_PUT_OFF
        return self._hang_ups <= _MAX_HANG_UPS and not is_full

    def _begin(self, validity: int, uid: int) -> None:
        if self._found.unread is None:
            self._found.unread = unread(self._wanted.known, validity, uid)
            self._late = list(self._found.unread.put_off)
            self._found.put_off = list(self._late)
        elif self._found.unread.validity != validity:
            raise imaplib.IMAP4.error("the folder has become another one")

    def _pass_over(self, folder: OpenFolder, client: _Client) -> None:
        """Put a mail off at which the server has hung up twice, if it delivers others."""
        uid = self._hung_at
        delivered = [each for each, _mail in self._found.mails[-1:]]
        but = {uid, *self._found.put_off}
        if not folder.delivers_others(but, delivered, skip=self._tried):
            raise client.error("the server delivers no mail")
        self._again = False
        self._found.passed_over.append(uid)
        self._found.put_off.append(uid)
        self._found.stop = uid - 1
        self._found.looked_at += 1

    def _read_unread(self, folder: OpenFolder) -> bool:
        """Return whether all that no visit has looked at was read."""
        found = self._found
        assert found.unread is not None
        spans = found.unread.below(found.stop) if found.newest else found.unread.spans
        for heads in folder.unread_heads(spans):
            for head in heads:
                found.newest = max(found.newest, head.uid)
                found.stop = head.uid
                if not self._take(folder, head):
                    return False
                # Only now: a mail that was begun and not read whole is read again by the next
                # visit.
                found.stop = head.uid - 1
                found.looked_at += 1
            is_late = time.monotonic() > self._ends
            is_enough = found.looked_at + HEADS_TOGETHER > _MAX_HEADS or is_late
            if found.looked_at and is_enough:
                return False
        return True

    def _read_late(self, folder: OpenFolder) -> None:
        while self._late:
            uid = self._late.pop(0)
            self._asked = uid
            head = folder.head_of(uid)
            if head is not None and not self._take(folder, head):
                return
            self._asked = 0
            self._found.put_off.remove(uid)
            self._found.looked_at += 1

    def _take(self, folder: OpenFolder, head: Head) -> bool:
        """Read a mail if it is wanted; return False if the visit may read no more."""
        found = self._found
        if head.is_refused:
            found.refused.append(head.uid)
            return True
        if not is_wanted(head.sender, self._wanted.senders):
            return True
        size = min(head.size, MAX_MAIL_BYTES)
        is_full = len(found.mails) == MAX_MAILS or size > self._room
        if found.mails and (is_full or time.monotonic() > self._ends):
            return False
        self._asked = head.uid
        mail = folder.mail(head)
        self._asked = 0
        if mail is None:
            found.refused.append(head.uid)
        elif mail.raw:
            # As long as it is, not as the server has said.
            self._room -= len(mail.raw)
            found.mails.append((head.uid, mail.raw))
            found.arrived[head.uid] = mail.arrived
        return True


def _open(client: _Client, folder: str) -> int:
    """Open a folder for reading; return how many mails it has."""
    status, answer = client.select(quoted(encoded(folder)), readonly=True)
    if status != "OK":
        names = listed_names(client.list()[1])[:_MAX_NAMES]
        raise FolderMissing(_said(answer[0]), names)
    return number_of(answer[0])


def is_wanted(sender: str, senders: Sequence[str]) -> bool:
    """Return whether mails of a sender are read: its address, its domain or one above it is among
    the senders, or there are none.
    """
    domain = sender.rpartition("@")[2]
    return not senders or any(
        each == sender if "@" in each else f".{domain}".endswith(f".{each}") for each in senders
    )


def _number(client: _Client, name: str) -> int:
    """Return a number that the server told when the folder was opened, 0 if it did not."""
    return number_of(client.response(name)[1][-1])


def _hidden(error: Exception, wanted: Wanted) -> str:
    """Return what a server says without the password, in clear or as it was sent."""
    said = whole(error)
    token = b64encode(_plain_token(wanted)).decode()
    for secret in filter(None, (token, wanted.password, quoted(wanted.password)[1:-1])):
        said = said.replace(secret, "(hidden)")
    return _on_one_line(said)


def _plain_token(wanted: Wanted) -> bytes:
    """Return what the mechanism PLAIN sends (RFC 4616)."""
    return f"\0{wanted.user}\0{wanted.password}".encode()


def _said(answer: object) -> str:
    """Return what a server says, on one line."""
    return _on_one_line(whole(answer))


def _on_one_line(text: str) -> str:
    return " ".join(text.split())[:_MAX_SAID]
