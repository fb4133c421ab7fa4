"""What doctor says of an archive that roles cannot write."""

from collections.abc import Iterator
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


@pytest.mark.parametrize("option", ["--writes", "--writes-archive"])
def test_an_archive_that_roles_cannot_write_is_bad_for_those_that_write(
    stack: Stack, commands: CommandLine, option: str
) -> None:
    """/proc takes no folder, not even from root, like a sandbox's file system."""
    stack.environment["NEWSLOOM_ARCHIVE_URL"] = "file:///proc/archive"
    assert commands.run("doctor").stdout.splitlines()[-1] == "ready"
    done = commands.run("doctor", option, check=False)
    assert done.returncode == 1
    assert "BAD  /proc cannot be written from here (" in done.stdout
    assert "ReadWritePaths=" in done.stdout
    assert "not ready: archive. Do what is written after BAD" in done.stdout


def test_an_archive_that_is_to_be_made_is_fine(
    stack: Stack, commands: CommandLine, tmp_path: Path
) -> None:
    stack.environment["NEWSLOOM_ARCHIVE_URL"] = f"file://{tmp_path}/new/archive"
    assert commands.run("doctor", "--writes-archive").stdout.splitlines()[-1] == "ready"
