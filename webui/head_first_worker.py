"""A gunicorn worker in which slow clients occupy no thread.

gunicorn's own threaded worker gives each connection a thread, which then waits for the request.
Eight silent clients stop eight threads. Here the event loop waits until the whole head of the
request has arrived, for a limited time.
"""

import socket
import time
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

HEAD_SECONDS = 10.0
MAX_HEAD_BYTES = 32 * 1024
_TOO_LARGE = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nConnection: close\r\nContent-Length: "
    b"0\r\n\r\n"
)


class HeadFirstWorker(ThreadWorker):  # type: ignore[misc]
    """Gives a connection a thread when the head of its next request is complete, and closes it
    after ten seconds.
    """

    def accept(self, listener: Any) -> None:
        """Accept a connection and wait for its first request."""
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self.nr_conns += 1
        self._wait_for_head(TConn(self.cfg, client, address, listener.getsockname()))

    def on_client_socket_readable(self, conn: Any, client: socket.socket) -> None:
        """Wait for the next request of a connection that was kept alive."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._wait_for_head(conn)

    def on_pending_socket_readable(self, conn: Any, client: socket.socket) -> None:
        """Look at what has arrived of a head."""
        self.poller.unregister(client)
        self._look(conn)

    def _wait_for_head(self, conn: Any) -> None:
        conn.timeout = time.monotonic() + HEAD_SECONDS
        # The parent class closes these connections when their time is over.
        self.pending_conns.append(conn)
        self._look(conn)

    def _look(self, conn: Any) -> None:
        """Pass the connection to a thread, close it, or look again when more has arrived."""
        try:
            head = conn.sock.recv(MAX_HEAD_BYTES, socket.MSG_PEEK)
        except BlockingIOError:
            self._look_again(conn, 1)
            return
        # The peer is gone, which an empty read says too.
        except OSError:
            head = b""
        if b"\r\n\r\n" in head:
            self.pending_conns.remove(conn)
            conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, 1)
            conn.data_ready = True
            self.enqueue_req(conn)
        elif not head or len(head) == MAX_HEAD_BYTES:
            self._refuse(conn, _TOO_LARGE if head else b"")
        else:
            self._look_again(conn, len(head) + 1)

    def _look_again(self, conn: Any, least_bytes: int) -> None:
        # What was looked at stays in the socket: without this limit, the socket would be readable
        # all the time.
        conn.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVLOWAT, least_bytes)
        self.poller.register(conn.sock, EVENT_READ, partial(self.on_pending_socket_readable, conn))

    def _refuse(self, conn: Any, answer: bytes) -> None:
        self.pending_conns.remove(conn)
        self.nr_conns -= 1
        with suppress(OSError):
            # A connection that is closed with bytes unread is reset, and the client loses the
            # answer.
            conn.sock.recv(MAX_HEAD_BYTES)
            conn.sock.send(answer)
        conn.close()
