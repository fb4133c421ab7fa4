"""No process stays behind: a supervisor's children end with it, and the demo with what started it.

``tests/e2e/test_demo.py`` shows the same of a whole demo.
"""

import signal
import subprocess
import sys

import pytest

from testbed.stack import ROOT

_SUPERVISOR = """
import os, signal
from console.supervisor import Supervisor
Supervisor(os.environ).add("sleeper", ["sh", "-c", "echo started; exec sleep 1000"])
signal.pause()
"""
_DEMO = """
import sys
from console.commands.run import _orphan_check
is_orphan = _orphan_check()
print("started", flush=True)
sys.stdin.readline()
print(is_orphan())
"""


def hear(ignored: bool) -> None:
    """Let a process hear the signals of a terminal, or none, as under nohup."""
    for number in (signal.SIGHUP, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN if ignored else signal.SIG_DFL)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux stops the children")
def test_children_end_when_their_supervisor_is_killed() -> None:
    command = [sys.executable, "-c", _SUPERVISOR]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout
        assert supervisor.stdout.readline() == "started\n"
        supervisor.kill()
        # The output ends when the last process that has it has ended.
        assert supervisor.communicate(timeout=120)[0] == ""


@pytest.mark.parametrize("ignored", [False, True], ids=["in a terminal", "under nohup"])
def test_a_demo_knows_when_the_shell_that_started_it_is_gone(ignored: bool) -> None:
    # The demo has another shell between itself and the one that is killed, as through make.
    inner = f"{sys.executable} -c '{_DEMO}'; true"
    with subprocess.Popen(
        ["sh", "-c", 'sh -c "$0"; true', inner],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        preexec_fn=lambda: hear(ignored),
    ) as shell:
        assert shell.stdout
        assert shell.stdout.readline() == "started\n"
        shell.kill()
        shell.wait()
        assert shell.communicate("\n", timeout=120)[0] == f"{not ignored}\n"
