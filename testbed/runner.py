"""Run the tests, and repeat a failed test of whole processes once, alone.

``python -m testbed.runner [ARGUMENTS OF PYTEST]``. Such a test shares its machine with others while
it starts servers and kills processes, so it can fail for reasons that are not Newsloom's. If it
passes alone, the run passes, and its last lines name the test as flaky: a defect to mend next. Any
other failure fails the run as usual.

The module is also the plugin of pytest that notes which tests failed, and says where the time went.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest

from testbed import times

_OF_PROCESSES = re.compile(r"(features/\w+/)?tests/(e2e|faults|cluster)/")
"""Where the tests of whole processes are."""
_MAX_REPEATED = 5
"""More failures than this are no accident of time, and repeating them would take minutes."""
_OPTION = "--failed-file"


def main(arguments: Sequence[str]) -> int:
    """Run pytest with these arguments and return the exit code of the run."""
    code, failed = _run(arguments)
    if code != pytest.ExitCode.TESTS_FAILED or not may_be_repeated(failed):
        return code
    print(f"\nRepeating alone: {', '.join(failed)}", flush=True)
    # Whatever marks chose the tests of the run, these are repeated.
    code, _ = _run(["-n", "0", "-m", "", *failed])
    if code != pytest.ExitCode.OK:
        return code
    print("\nFlaky: these tests failed, and passed when they were repeated alone:")
    for test in failed:
        print(f"  {test}")
    return 0


def may_be_repeated(failed: Sequence[str]) -> bool:
    """Return whether only a few tests failed, all of them tests of whole processes."""
    return 0 < len(failed) <= _MAX_REPEATED and all(map(_OF_PROCESSES.match, failed))


def _run(arguments: Sequence[str]) -> tuple[int, list[str]]:
    """Run pytest in a process of its own; return its exit code and the tests that failed."""
    with tempfile.TemporaryDirectory(prefix="newsloom-tests-") as folder:
        file = Path(folder) / "failed"
        options = ["-p", __spec__.name, f"{_OPTION}={file}"]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *options, *arguments], env=_environment(), check=False
        )
        failed = file.read_text().splitlines() if file.exists() else []
    return done.returncode, failed


def _environment() -> dict[str, str]:
    """Return an environment for hundreds of processes on a few cores.

    Python keeps what it compiles, or each of them would compile the tests or Newsloom again. And
    OpenBLAS starts no thread a core in each: on cores that others use, these spin while they wait
    for each other, and a small matrix takes many times its time.
    """
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"OPENBLAS_NUM_THREADS": "1"}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that names the file for failed tests."""
    parser.addoption(_OPTION, type=Path, help="write the ids of failed tests to this file")


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Write the ids of failed tests, each once, and print where the time went.

    This runs only in the process that reports.
    """
    reports = [*terminalreporter.getreports("failed"), *terminalreporter.getreports("error")]
    failed = dict.fromkeys(report.nodeid for report in reports)
    config.getoption(_OPTION).write_text("".join(f"{test}\n" for test in failed))
    every = (report for found in terminalreporter.stats.values() for report in found)
    terminalreporter.write_line("\n" + "\n".join(times.shown(times.by_file(every))))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
