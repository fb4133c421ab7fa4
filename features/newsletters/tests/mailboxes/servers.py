"""Mail servers with TLS that say what a test tells them to."""

import re
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testbed.servers.certificates import write_certificates

Talk = Callable[[ssl.SSLSocket], None]


@contextmanager
def server(folder: Path, talk: Talk) -> Iterator[int]:
    """A server with TLS that talks to each client as it is told; yields its port."""
    write_certificates(folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem", folder / "server.key")
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    plain, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=_talk, args=(plain, context, talk), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield listener.getsockname()[1]


def _talk(plain: socket.socket, context: ssl.SSLContext, talk: Talk) -> None:
    try:
        with context.wrap_socket(plain, server_side=True) as secured:
            talk(secured)
    except OSError:
        return


@dataclass
class Liar:
    """A mail server that speaks IMAP and says of its folder what it likes.

    Attributes:
        exists: How many mails it claims.
        told: What else it says when the folder is opened.
        mail: The raw bytes of every mail, whose UIDs are their numbers.
        size: What it says of the size of a mail.
        literal: How many bytes it announces for a mail, if not those that it sends.
        refuses: Whether it refuses to deliver anything.
        heads: Whether it has heads.
        folders: Its answers to LIST; it opens no folder then.
        capability: What it can.
        connections: How many clients came.
        sent: How many bytes went to them.
    """

    exists: bytes = b"3"
    told: bytes = b"* OK [UIDVALIDITY 7] x\r\n* OK [UIDNEXT 4] x\r\n"
    mail: bytes = b"From: Harbour Weekly <news@harbour.example>\r\n\r\nThe letter.\r\n"
    size: bytes = b"70"
    literal: bytes = b""
    refuses: bool = False
    heads: bool = True
    folders: bytes = b""
    capability: bytes = b"IMAP4rev1"
    connections: int = 0
    sent: int = 0

    def __call__(self, client: ssl.SSLSocket) -> None:
        """Talk to a client until it goes."""
        self.connections += 1
        self._send(client, b"* OK hello\r\n")
        for line in client.makefile("rb"):
            tag, _, command = line.strip().partition(b" ")
            answer = self._answer(command)
            self._send(client, answer.replace(b"TAG", tag) + b"\r\n")

    def _send(self, client: ssl.SSLSocket, what: bytes) -> None:
        client.sendall(what)
        self.sent += len(what)

    def _answer(self, command: bytes) -> bytes:
        words = command.upper().split(b" ")
        if words[0] == b"CAPABILITY":
            return b"* CAPABILITY " + self.capability + b"\r\nTAG OK done"
        if words[0] == b"EXAMINE" and self.folders:
            return b"TAG NO there is none"
        if words[0] == b"EXAMINE":
            return b"* " + self.exists + b" EXISTS\r\n" + self.told + b"TAG OK done"
        if words[0] == b"LIST":
            return self.folders + b"TAG OK done"
        if b"FETCH" in words:
            return self._fetched(words)
        return b"TAG OK done"

    def _fetched(self, words: list[bytes]) -> bytes:
        numbers = words[words.index(b"FETCH") + 1]
        first, _, last = numbers.partition(b":")
        what = b" ".join(words)
        if self.refuses and b"(UID)" not in what:
            return b"TAG NO [SERVERBUG] internal error"
        if b"HEADER" in what and not self.heads:
            return b"TAG OK done"
        answers = [self._facts(each, what) for each in range(int(first), int(last or first) + 1)]
        return b"".join(answers) + b"TAG OK done"

    def _facts(self, number: int, what: bytes) -> bytes:
        facts = b"* %d FETCH (UID %d" % (number, number)
        if b"RFC822.SIZE" in what:
            facts += b" RFC822.SIZE " + self.size
        if b"INTERNALDATE" in what:
            facts += b' INTERNALDATE "05-Mar-2026 10:30:00 +0100"'
        if b"HEADER" in what:
            head = self.mail.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            return facts + b" BODY[HEADER.FIELDS (FROM)] {%d}\r\n%s)\r\n" % (len(head), head)
        if found := re.search(rb"BODY\.PEEK\[\]<0\.(\d+)>", what):
            mail = self.mail[: int(found[1])]
            literal = self.literal or b"%d" % len(mail)
            return facts + b" BODY[]<0> {%s}\r\n%s)\r\n" % (literal, mail)
        return facts + b")\r\n"
