"""Events are fixed: roles log nothing but ``LogEvent``, and every event is logged somewhere."""

import ast
from collections.abc import Iterator
from pathlib import Path

from scheduler.log_events import LogEvent

ROOT = Path(__file__).parents[3]
PACKAGES = (
    "crawler",
    "scheduler",
    "newsroom",
    "console",
    "watch",
    "webui/accounts",
    "features",
)
LEVELS = {"debug", "info", "warning", "error", "exception", "critical"}


def calls() -> Iterator[tuple[Path, ast.Call]]:
    """Yield every call of a logger's method, with its file."""
    for path in (path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="logger"), attr=level)) if (
                    level in LEVELS
                ):
                    yield path, node


def test_roles_log_fixed_events_and_fields() -> None:
    found = list(calls())
    assert found
    free = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, call in found
        if isinstance(call.args[0], ast.Constant | ast.JoinedStr) or len(call.args) > 1
    ]
    assert free == []


def test_every_event_is_logged_somewhere() -> None:
    text = "".join(
        path.read_text()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if path.name != "log_events.py"
    )
    assert [event.name for event in LogEvent if f"LogEvent.{event.name}" not in text] == []
