"""Names of folders as IMAP writes them: modified UTF-7 (RFC 3501, 5.1.3) in quotes. Pure."""

import re
from base64 import b64decode, b64encode
from collections.abc import Iterable

_CODED = re.compile(r"&([A-Za-z0-9+,]*)-")
_UNCODED = re.compile(r"[^ -~]+|&")
_LISTED = re.compile(rb'\(([^()]*)\) (?:"(?:\\.|[^"\\])*"|NIL) ?(.*)', re.DOTALL | re.IGNORECASE)

_MAX_NAME = 200
"""Characters of a name that operators are shown; servers allow about as many."""


def encoded(name: str) -> str:
    """Return a name in modified UTF-7."""
    return _UNCODED.sub(lambda found: _encoded_part(found[0]), name)


def decoded(name: str) -> str:
    """Return the name of modified UTF-7; what is none stays as it is."""
    return _CODED.sub(_decoded_part, name)


def quoted(text: str) -> str:
    """Return a text as a quoted string (RFC 3501, 9)."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def listed_names(answers: Iterable[bytes | tuple[bytes, ...] | None]) -> list[str]:
    """Return the names in the answers to LIST, without those that hold no mails, sorted. Signs that
    cannot be shown, and the end of a long name, are left out.
    """
    names = set()
    for answer in answers:
        line = b" ".join(answer) if isinstance(answer, tuple) else answer or b""
        found = _LISTED.match(line)
        if found and b"\\noselect" not in found[1].lower():
            # A name that is sent as a literal has its length before it.
            name = re.sub(rb"^\{\d+\} ", b"", found[2]).decode("utf-8", "replace").strip()
            names.add("".join(filter(str.isprintable, decoded(_unquoted(name))))[:_MAX_NAME])
    return sorted(names - {""})


def _encoded_part(text: str) -> str:
    if text == "&":
        return "&-"
    code = b64encode(text.encode("utf-16-be")).decode()
    return f"&{code.rstrip('=').replace('/', ',')}-"


def _decoded_part(found: re.Match[str]) -> str:
    code = found[1].replace(",", "/")
    if not code:
        return "&"
    try:
        return b64decode(code + "=" * (-len(code) % 4)).decode("utf-16-be")
    except ValueError:
        return found[0]


def _unquoted(name: str) -> str:
    if len(name) > 1 and name[0] == name[-1] == '"':
        return re.sub(r"\\(.)", r"\1", name[1:-1])
    return name
