"""The runner repeats failed tests of whole processes, and nothing else."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from testbed.runner import may_be_repeated

_ROOT = Path(__file__).parents[3]
_FAILS_ONCE = """
from pathlib import Path

def test_fails_once():
    ran = Path(__file__).with_suffix(".ran")
    was_there = ran.exists()
    ran.touch()
    assert was_there

def test_passes():
    pass
"""
_FAILS = "def test_fails():\n    assert False\n"


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # Other plugins would cost each of the runs a second.
    (folder / "pytest.ini").write_text("[pytest]\naddopts = -p xdist\n")
    return subprocess.run(
        [sys.executable, "-m", "testbed.runner", *arguments],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(_ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=120,
    )


def write(folder: Path, place: str, text: str) -> None:
    path = folder / "tests" / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.slow
def test_a_test_of_whole_processes_that_passes_alone_is_named_flaky(tmp_path: Path) -> None:
    write(tmp_path, "e2e/test_it.py", _FAILS_ONCE)
    done = run(tmp_path, "-n", "2")
    assert done.returncode == 0
    assert done.stdout.endswith("  tests/e2e/test_it.py::test_fails_once\n")
    assert " 1 passed" in done.stdout


def test_one_that_always_fails_is_repeated_and_fails_the_run(tmp_path: Path) -> None:
    write(tmp_path, "e2e/test_it.py", _FAILS)
    done = run(tmp_path)
    assert done.returncode == 1
    assert "Repeating alone: tests/e2e/test_it.py::test_fails\n" in done.stdout
    assert "Flaky" not in done.stdout


def test_nothing_is_repeated_if_a_unit_test_failed(tmp_path: Path) -> None:
    write(tmp_path, "e2e/test_it.py", _FAILS_ONCE)
    write(tmp_path, "unit/test_other.py", _FAILS)
    done = run(tmp_path)
    assert done.returncode == 1
    assert "Repeating" not in done.stdout
    assert " s  tests/unit/test_other.py\n" in done.stdout


def test_many_failures_are_not_an_accident() -> None:
    few = [f"tests/faults/test_it.py::test_{number}" for number in range(5)]
    assert may_be_repeated(few)
    assert not may_be_repeated([*few, "tests/faults/test_it.py::test_5"])
    assert not may_be_repeated([])


@pytest.mark.parametrize(
    ("test", "is_of_processes"),
    [
        ("tests/cluster/test_it.py::test_it", True),
        ("features/maps/tests/e2e/test_it.py::test_it[servers]", True),
        ("features/maps/tests/test_pages.py::test_it", False),
        ("tests/unit/tests/e2e/test_it.py::test_it", False),
    ],
)
def test_only_tests_of_whole_processes_are_repeated(test: str, is_of_processes: bool) -> None:
    assert may_be_repeated([test]) is is_of_processes


def test_a_run_keeps_compiled_modules_whatever_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    write(tmp_path, "unit/test_it.py", "def test_passes():\n    pass\n")
    assert run(tmp_path).returncode == 0
    assert list((tmp_path / "tests/unit/__pycache__").glob("test_it.*.pyc"))
