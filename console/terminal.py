"""Print text on a terminal. Pages, servers and addresses are quoted in it, and some would command
the terminal: erase what stands there, set its title, or turn the line around.
"""

import getpass
import json
import re
from collections.abc import Callable, Iterable
from typing import Any

import click

_COMMANDING = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
"""Control characters, lone surrogates, and what changes the direction of all that follows.
Tabs and line ends stay.
"""


def author() -> str:
    """Return the name under which the audit records what this command changes."""
    return f"{getpass.getuser()} (command line)"


def echo(text: str, *, bold: Iterable[tuple[int, int]] = (), err: bool = False) -> None:
    r"""Print a line with its control characters as escapes, such as ``\x1b``.

    Args:
        text: The line, or some lines.
        bold: The stretches that are printed in bold, as start and end, in order.
        err: Print on standard error.
    """
    parts, last = [], 0
    for start, end in bold:
        parts += [
            escape_controls(text[last:start]),
            click.style(escape_controls(text[start:end]), bold=True),
        ]
        last = end
    click.echo("".join((*parts, escape_controls(text[last:]))), err=err)


def escape_controls(text: str) -> str:
    """Return text with its control characters as escapes."""
    return _COMMANDING.sub(lambda found: ascii(found[0])[1:-1], text)


def json_text(value: object, default: Callable[[Any], object] | None = None, **options: Any) -> str:
    """Return a value as JSON that names control characters by their numbers; see ``json.dumps``."""
    text = json.dumps(value, default=default, ensure_ascii=False, **options)
    return _COMMANDING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
