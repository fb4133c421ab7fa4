"""Clients that send nothing, or half of a request, keep no one from the web interface."""

import socket
import time
from contextlib import ExitStack

import pytest

from tests.stack import Stack
from webui.head_first_worker import MAX_HEAD_BYTES

HALF = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: a"
REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def connect(stack: Stack) -> socket.socket:
    return socket.create_connection(("127.0.0.1", stack.settings.web_port), 60)


def is_closed(link: socket.socket) -> bool:
    """Wait until the server ends the connection."""
    try:
        return link.recv(1) == b""
    except ConnectionResetError:
        return True


def first_line(link: socket.socket) -> bytes:
    return link.makefile("rb").readline()


@pytest.mark.parametrize(("count", "sent"), [(30, HALF), (300, b"")])
def test_slow_clients_occupy_no_thread_and_are_closed(
    stack: Stack, count: int, sent: bytes
) -> None:
    with ExitStack() as open_links:
        slow = [open_links.enter_context(connect(stack)) for _ in range(count)]
        for link in slow:
            link.sendall(sent)
        # More answers than there are threads in all processes.
        for _ in range(20):
            with connect(stack) as honest:
                honest.sendall(REQUEST)
                assert first_line(honest) == b"HTTP/1.1 200 OK\r\n"
        assert is_closed(slow[0])


def test_a_head_in_many_pieces_is_answered_and_the_connection_serves_again(stack: Stack) -> None:
    with connect(stack) as link:
        pieces = (
            HALF[:3],
            HALF[3:],
            b"\r\n",
            b"\r\n" + HALF[:9],
            HALF[9:] + b"\r\nConnection: close\r\n\r\n",
        )
        for piece in pieces:
            link.sendall(piece)
            time.sleep(0.1)
        answers = link.makefile("rb").read()
    assert answers.count(b"HTTP/1.1 200 OK\r\n") == 2


def test_a_head_without_end_is_refused(stack: Stack) -> None:
    with connect(stack) as link:
        link.sendall(b"GET / HTTP/1.1\r\nX-Long: ".ljust(MAX_HEAD_BYTES, b"a"))
        assert first_line(link) == b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
