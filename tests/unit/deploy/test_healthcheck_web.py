"""The container's health check against a local HTTP server."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from deploy.healthcheck_web import main


class _Web(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        wanted = self.path == "/healthz" and self.headers["Host"] == "news.example.org"
        self.send_response(200 if wanted else 400)
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


@pytest.mark.parametrize("allowed", ["news.example.org", ".news.example.org, localhost", " news.example.org"])
def test_healthy_under_the_first_allowed_name(web: None, monkeypatch: pytest.MonkeyPatch, allowed: str) -> None:
    monkeypatch.setenv("NEWSLOOM_ALLOWED_HOSTS", allowed)
    assert main() == 0


@pytest.mark.parametrize("allowed", ["", "*", "other.example.org"])
def test_an_answer_other_than_200_is_unhealthy(web: None, monkeypatch: pytest.MonkeyPatch, allowed: str) -> None:
    monkeypatch.setenv("NEWSLOOM_ALLOWED_HOSTS", allowed)
    assert main() == 1


def test_nobody_there_is_unhealthy(web: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NEWSLOOM_WEB_PORT", "1")
    assert main() == 1
