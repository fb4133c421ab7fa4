"""The container's health check against a local HTTP server."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from deploy.healthcheck_web import main


class _Web(BaseHTTPRequestHandler):
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/healthz" else 404)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with HTTPServer(("127.0.0.1", 0), _Web) as server:
        monkeypatch.setenv("NEWSLOOM_WEB_PORT", str(server.server_port))
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield
        server.shutdown()
        thread.join()


def test_an_answer_is_healthy(web: None) -> None:
    """Whatever names the settings allow: tests/unit/webui/test_outages.py shows that /healthz
    answers under any.
    """
    assert main() == 0


@pytest.mark.parametrize("status", [204, 400, 503])
def test_an_answer_other_than_200_is_unhealthy(
    web: None, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setattr(_Web, "status", status)
    assert main() == 1


def test_no_one_there_is_unhealthy(web: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEWSLOOM_WEB_PORT", "1")
    assert main() == 1
