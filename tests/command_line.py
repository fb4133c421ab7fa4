"""The command line inside the test's process, for tests whose subject is what a command does and
says.
"""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from unittest import mock

import newsloom
from tests.databases import database, set_up_django
from tests.stack import Stack


@dataclass(frozen=True)
class Answer:
    """What a command said, and its exit status."""

    returncode: int
    stdout: str
    stderr: str


class CommandLine:
    """Runs commands on the stores of a stack, whose database is Django's default meanwhile.

    Not for roles: they set up logging and signals for a process of their own.
    """

    def __init__(self, stack: Stack) -> None:
        self._stack = stack

    def run(self, *arguments: str, check: bool = True) -> Answer:
        """Run one command to its end, in the environment of the stack."""
        out, err = io.StringIO(), io.StringIO()
        with (
            mock.patch.dict(os.environ, self._stack.environment, clear=True),
            mock.patch("sys.argv", ["newsloom", *arguments]),
            redirect_stdout(out),
            redirect_stderr(err),
        ):
            code = _exit_status()
        answer = Answer(code, out.getvalue(), err.getvalue())
        assert not (check and code), answer
        return answer


@contextmanager
def command_line(stack: Stack) -> Iterator[CommandLine]:
    """Give the command line of a stack."""
    set_up_django()
    stack.settings.prepare()
    with database(stack.settings.database_url):
        yield CommandLine(stack)


def _exit_status() -> int:
    try:
        newsloom.main()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0
