"""What doctor says of stores that answer but are not set up well."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from testbed.stack import Stack
from tests.command_line import CommandLine, command_line


@pytest.fixture
def stack(tmp_path: Path) -> Iterator[Stack]:
    with Stack(tmp_path / "home") as stack:
        yield stack


@pytest.fixture
def commands(stack: Stack) -> Iterator[CommandLine]:
    with command_line(stack) as commands:
        yield commands


def test_a_damaged_file_of_small_facts_is_named(stack: Stack, commands: CommandLine) -> None:
    assert commands.run("doctor").stdout.splitlines()[-1] == "ready"
    traces = stack.home / "seen" / "traces.db"
    with closing(sqlite3.connect(traces)) as rows:
        rows.execute("CREATE TABLE facts (fact TEXT)")
        rows.executemany("INSERT INTO facts VALUES (?)", [("x" * 500,)] * 200)
        rows.commit()
    assert commands.run("doctor").stdout.splitlines()[-1] == "ready"
    with traces.open("r+b") as file:
        file.seek(traces.stat().st_size // 2)
        file.write(b"\xff" * 4096)
    done = commands.run("doctor", check=False)
    assert done.returncode == 1
    assert f"{traces} refused: " in done.stdout
    assert "stop all roles, then restore the file from a backup" in done.stdout
    assert "not ready: seen." in done.stdout
