"""Robots answers as text for a store: JSON with the compressed body."""

import base64
import json
import zlib
from dataclasses import asdict

from storage.seen.port import RobotsAnswer

_MAX_BYTES = 1 << 20


def pack(answer: RobotsAnswer) -> str:
    """Return the answer as text, without its seconds."""
    fields = asdict(answer)
    del fields["seconds"]
    return json.dumps({**fields, "body": base64.b64encode(zlib.compress(answer.body)).decode()})


def unpack(text: str, seconds: float) -> RobotsAnswer:
    """Return the answer that ``pack`` wrote, which counts for ``seconds``."""
    fields = json.loads(text)
    body = zlib.decompressobj().decompress(base64.b64decode(fields["body"]), _MAX_BYTES)
    return RobotsAnswer(**{**fields, "body": body}, seconds=seconds)
