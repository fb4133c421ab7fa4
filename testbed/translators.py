"""A server that speaks the interfaces of LibreTranslate and of OpenAI's chat call.

Its translation of a text is the text with the language before it, so that a test knows it.
"""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "a-secret-key"
MODEL = "made-up-translator"
_LANGUAGES = ("en", "zh", "zt", "de", "fr", "ru", "ar")


@dataclass
class TranslatorServer:
    """A running server: its address, what it was asked, and how a test has it answer."""

    url: str = ""
    #: The requests: path, headers and bodies.
    asked: list[tuple[str, dict[str, str], dict[str, Any]]] = field(default_factory=list)
    #: Another status than 200, and the body that goes with it.
    status: int = 200
    body: bytes | None = None
    #: What it makes of the texts in place of translations.
    texts: list[Any] | None = None
    #: What a model writes around its array.
    around: tuple[str, str] = ("", "")
    #: Whether answers come byte by byte, for ever.
    trickles: bool = False
    #: Answers wait until it is set.
    may_answer: threading.Event = field(default_factory=threading.Event)

    def sent(self) -> list[str]:
        """Return all texts that were sent, in order."""
        return [text for path, _, asked in self.asked for text in _texts(path, asked)]


def translated(text: str, target: str) -> str:
    """Return what the server makes of a text."""
    return f"[{target}] {text}"


def _texts(path: str, asked: dict[str, Any]) -> list[str]:
    if path == "/translate":
        return list(asked["q"])
    found: list[str] = json.loads(asked["messages"][1]["content"])
    return found


class _Handler(BaseHTTPRequestHandler):
    found: TranslatorServer

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.found.asked.append((self.path, dict(self.headers), asked))
        self.found.may_answer.wait()
        if self.found.trickles:
            self._trickle()
            return
        status, answer = self._answer(asked)
        body = json.dumps(answer).encode() if self.found.body is None else self.found.body
        # Whoever waits no longer has closed the connection.
        with suppress(OSError):
            self.send_response(self.found.status if self.found.status != 200 else status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def _trickle(self) -> None:
        self.send_response(200)
        self.end_headers()
        with suppress(OSError):
            while True:
                self.wfile.write(b" ")
                time.sleep(0.02)

    def _answer(self, asked: dict[str, Any]) -> tuple[int, Any]:
        if self.path == "/translate":
            return self._libretranslate(asked)
        if self.path == "/v1/chat/completions":
            return self._chat(asked)
        return 404, {"error": "Not found"}

    def _libretranslate(self, asked: dict[str, Any]) -> tuple[int, Any]:
        if asked.get("api_key") != KEY:
            return 403, {"error": "Invalid API key"}
        if asked["source"] not in _LANGUAGES:
            return 400, {"error": f"{asked['source']} is not supported"}
        return 200, {"translatedText": self._made(asked["q"], asked["target"])}

    def _chat(self, asked: dict[str, Any]) -> tuple[int, Any]:
        if self.headers["Authorization"] != f"Bearer {KEY}" or asked["model"] != MODEL:
            return 401, {"error": {"message": "Invalid API key"}}
        target = "zh" if "Chinese" in asked["messages"][0]["content"] else "en"
        texts = self._made(_texts(self.path, asked), target)
        said = json.dumps(texts, ensure_ascii=False).join(self.found.around)
        return 200, {"choices": [{"message": {"role": "assistant", "content": said}}]}

    def _made(self, texts: list[str], target: str) -> list[Any]:
        if self.found.texts is not None:
            return self.found.texts
        return [translated(text, target) for text in texts]

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def translator_server() -> Iterator[TranslatorServer]:
    """Run a server on a free port."""
    running = TranslatorServer()
    running.may_answer.set()
    handler = type("Handler", (_Handler,), {"found": running})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        running.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield running
        finally:
            running.may_answer.set()
            server.shutdown()
            thread.join()
