"""A server of the embeddings call, whose made-up model knows a few words in two languages.

The vector of a text is the sum of a random direction for each of its words, and words of one
meaning have the same direction. So what a test expects is known, and no model is needed.
"""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import regex

from storage.embedder.port import Vectors

MODEL = "made-up"
_DIMENSIONS = 64
_MEANINGS = (
    ("flood", "洪水"),
    ("river", "河流"),
    ("earthquake", "quake", "tremor", "地震"),
    ("election", "vote", "选举"),
    ("minister", "部长"),
    ("football", "soccer", "足球"),
    ("champion", "winner", "冠军"),
    ("bank", "lender", "银行"),
    ("bridge", "桥梁"),
    ("fire", "blaze", "火灾"),
    ("harbour", "port", "港口"),
    ("strike", "罢工"),
)
_NUMBERS = {word: number for number, words in enumerate(_MEANINGS) for word in words}
_CHINESE = "|".join(word for word in _NUMBERS if not word.isascii())
_WORDS = regex.compile(rf"{_CHINESE}|\p{{Latin}}+|\p{{N}}+|\p{{Han}}")


def vectors(texts: list[str]) -> Vectors:
    """Return the vector of each text, not yet of length one."""
    return np.array([_vector(text) for text in texts], np.float32)


def _vector(text: str) -> Vectors:
    words = _WORDS.findall(text.lower()) or [""]
    return np.asarray(sum(_direction(word) for word in words), np.float32)


def _direction(word: str) -> Vectors:
    seed = [_NUMBERS[word]] if word in _NUMBERS else [len(_MEANINGS), *word.encode()]
    return np.random.default_rng(seed).normal(size=_DIMENSIONS).astype(np.float32)


@dataclass
class EmbeddingsServer:
    """A running server: its address, what it was asked, and how a test has it answer."""

    url: str = ""
    #: The requests: their headers and bodies.
    asked: list[tuple[dict[str, str], dict[str, Any]]] = field(default_factory=list)
    #: Another status than 200, and the body that goes with it.
    status: int = 200
    body: bytes | None = None


@contextmanager
def embeddings_server() -> Iterator[EmbeddingsServer]:
    """Run a server on a free port."""
    found = EmbeddingsServer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found.asked.append((dict(self.headers), asked))
            body = found.body
            if body is None:
                rows = [
                    {"index": index, "embedding": row.tolist()}
                    for index, row in enumerate(vectors(asked["input"]))
                ]
                # The order of the answer is not promised; its numbers are.
                body = json.dumps({"data": rows[::-1], "model": asked["model"]}).encode()
            self.send_response(found.status if self.path == "/v1/embeddings" else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield found
        finally:
            server.shutdown()
            thread.join()
