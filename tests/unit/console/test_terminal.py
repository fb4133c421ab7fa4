"""What a terminal is given: no text of a page can command it."""

import ast
import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from console.terminal import echo, escape_controls, json_text

ROOT = Path(__file__).parents[3]
_ANY = st.text(st.characters(exclude_categories=()))


def is_control(character: str) -> bool:
    number = ord(character)
    return (
        (number < 0x20 and character not in "\n\t")
        or 0x7F <= number < 0xA0
        or 0xD800 <= number < 0xE000
        or 0x202A <= number <= 0x202E
        or 0x2066 <= number <= 0x2069
    )


@given(_ANY)
def test_no_text_has_a_control_character_when_it_is_printed(text: str) -> None:
    assert not any(map(is_control, escape_controls(text)))
    assert not any(map(is_control, json_text({"text": text})))
    assert json.loads(json_text({"text": text})) == {"text": text}


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Ferry\x1b[2J\x07", r"Ferry\x1b[2J\x07"),
        ("one\ttwo\nthree", "one\ttwo\nthree"),
        ("\u202eevil\u2069 \u200f\u05d0", "\\u202eevil\\u2069 \u200f\u05d0"),
        ("half \ud83d", r"half \ud83d"),
    ],
)
def test_control_characters_are_printed_as_escapes(text: str, printed: str) -> None:
    assert escape_controls(text) == printed


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_stretches_in_bold_are_those_of_the_text_as_it_was() -> None:
    with redirect_stdout(Terminal()) as out:
        echo("a\x1bb Ferry\x9b c", bold=[(4, 10)])
    assert out.getvalue() == "a\\x1bb \x1b[1mFerry\\x9b\x1b[0m c\n"


def test_commands_print_by_these_functions_alone() -> None:
    for path in (ROOT / "newsloom.py", *(ROOT / "console").rglob("*.py")):
        if path.name == "terminal.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            assert called not in {"print", "click.echo"}, path
