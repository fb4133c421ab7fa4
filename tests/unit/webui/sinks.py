"""A mail server and a web server that keep what they are sent, for tests of alerts."""

import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler
from typing import Any


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


@contextmanager
def _served(handler: type[socketserver.BaseRequestHandler]) -> Iterator[int]:
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def mail_sink(
    refuse: Callable[[], bool] = lambda: False,
) -> Iterator[tuple[str, list[EmailMessage]]]:
    """Give the URL of a mail server and the list of what it took; while ``refuse`` says so it takes
    nothing.
    """
    taken: list[EmailMessage] = []

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.answer("220 sink")
            while line := self.rfile.readline().decode().strip():
                verb = line.partition(" ")[0].upper()
                if verb == "DATA":
                    self.answer("354 go on")
                    self.keep()
                elif verb == "QUIT":
                    self.answer("221 bye")
                    return
                else:
                    self.answer("451 later" if verb == "RCPT" and refuse() else "250 ok")

        def keep(self) -> None:
            lines = []
            while (line := self.rfile.readline()) != b".\r\n":
                lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
            taken.append(message_from_bytes(b"".join(lines), policy=policy.default))
            self.answer("250 kept")

        def answer(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    with _served(Handler) as port:
        yield f"smtp://127.0.0.1:{port}", taken


@contextmanager
def web_sink(
    status: Callable[[], int] = lambda: 204,
) -> Iterator[tuple[str, list[tuple[dict[str, str], bytes]]]]:
    """Give the address of a web server and the list of (headers, body) of what was posted to it."""
    taken: list[tuple[dict[str, str], bytes]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            taken.append((dict(self.headers.items()), content))
            self.send_response(status())
            self.send_header("Location", "http://127.0.0.1:1/elsewhere")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with _served(Handler) as port:
        yield f"http://127.0.0.1:{port}/hook?a=1", taken
