"""Vectors by a server that speaks the embeddings call of OpenAI's form.

The servers of models that run on a graphics card speak it too, such as vLLM, llama.cpp and Ollama.
"""

import http.client
import json
import ssl
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from storage.embedder.port import MAX_CHARACTERS, MAX_TEXTS, Vectors
from storage.errors import Refused, Unavailable
from storage.parts import in_parts

WHAT = "the embedder"
_TIMEOUT_SECONDS = 30.0
# 32 vectors of 4,096 numbers of 25 characters are 3.3 MB.
_MAX_ANSWER_BYTES = 16 * 1024 * 1024
# In the middle of what is usual; models differ much, so that it is a setting.
_FLOOR = 0.5
_MAX_SHOWN = 200
_TOO_MANY_REQUESTS = 429
_OK = 200
_SERVER_ERRORS = range(500, 600)
# A server refuses an empty text.
_NOTHING = "."


class HttpEmbedder:
    """The port ``Embedder`` over a server. Creating it does not connect."""

    def __init__(self, url: str, model: str, *, key: str, floor: float) -> None:
        self.model = model
        self.floor = floor or _FLOOR
        self._url = urlsplit(url)
        self._headers = {"Content-Type": "application/json", "User-Agent": "Newsloom"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return a row for each text; a request has some of them."""
        rows = [self._rows(some) for some in in_parts(texts, MAX_TEXTS)]
        if rows:
            return np.concatenate(rows)
        return np.empty((0, 0), np.float32)

    def _rows(self, texts: Sequence[str]) -> Vectors:
        shortened = [text[:MAX_CHARACTERS].strip() or _NOTHING for text in texts]
        # Servers may answer in base64 unless told otherwise.
        asked = {"model": self.model, "input": shortened, "encoding_format": "float"}
        return _read(self._posted(json.dumps(asked).encode()), len(texts))

    def _posted(self, content: bytes) -> bytes:
        connection = self._connection()
        try:
            path = f"{self._url.path.rstrip('/')}/embeddings"
            connection.request("POST", path, content, self._headers)
            answer = connection.getresponse()
            body = answer.read(_MAX_ANSWER_BYTES + 1)
        except (OSError, http.client.HTTPException) as error:
            raise Unavailable(WHAT, str(error) or type(error).__name__) from error
        finally:
            connection.close()
        if answer.status == _TOO_MANY_REQUESTS or answer.status in _SERVER_ERRORS:
            raise Unavailable(WHAT, f"it answers with status {answer.status}")
        # A redirect is not followed: the key is for this server.
        if answer.status != _OK:
            said = body[:_MAX_SHOWN].decode(errors="replace")
            raise Refused(WHAT, f"it answers with status {answer.status}: {said}")
        if len(body) > _MAX_ANSWER_BYTES:
            raise Refused(WHAT, f"its answer is larger than {_MAX_ANSWER_BYTES} bytes")
        return body

    def _connection(self) -> http.client.HTTPConnection:
        host, port = self._url.hostname or "", self._url.port
        if self._url.scheme == "https":
            return http.client.HTTPSConnection(
                host, port, timeout=_TIMEOUT_SECONDS, context=ssl.create_default_context()
            )
        return http.client.HTTPConnection(host, port, timeout=_TIMEOUT_SECONDS)


def _read(body: bytes, count: int) -> Vectors:
    """Return the vectors of an answer in the order of the texts, each of length one."""
    try:
        answer: Any = json.loads(body)
        found = sorted(answer["data"], key=lambda each: int(each["index"]))
        rows = np.array([each["embedding"] for each in found], np.float32)
        indices = [int(each["index"]) for each in found]
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise Refused(WHAT, f"its answer is not that of an embeddings call: {error}") from error
    if indices != list(range(count)) or rows.ndim != 2:
        raise Refused(WHAT, f"it was asked for {count} vectors and answers with {len(indices)}")
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not (np.isfinite(lengths).all() and lengths.all()):
        raise Refused(WHAT, "its answer has a vector without a direction")
    return np.asarray(rows / lengths, np.float32)
