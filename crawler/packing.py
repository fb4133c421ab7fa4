"""Pack text into a job, whose size the queue limits. Pure."""

import zlib
from base64 import b85decode, b85encode


def pack_bytes(data: bytes) -> str:
    """Return data, compressed, in characters that JSON does not escape; "" for no data."""
    if data:
        return b85encode(zlib.compress(data, 9)).decode()
    return ""


def unpack_bytes(text: str) -> bytes:
    """Return the data of ``pack_bytes``."""
    return zlib.decompress(b85decode(text)) if text else b""
