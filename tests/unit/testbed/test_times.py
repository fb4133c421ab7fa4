"""The end of a run says where its time went."""

from dataclasses import dataclass

import pytest

from testbed.times import by_file, room_of, shown


@dataclass(frozen=True)
class Report:
    nodeid: str
    duration: float


def test_seconds_of_files_and_rooms_add_up() -> None:
    reports = [
        Report("tests/e2e/test_a.py::test_1", 1.0),
        Report("tests/e2e/test_a.py::test_2[x::y]", 2.5),
        Report("tests/e2e/test_b.py::test_1", 4.0),
        Report("tests/unit/webui/pages/test_c.py::test_1", 0.25),
        object(),  # a warning is among the reports, and has no duration
    ]
    seconds = by_file(reports)
    assert seconds == {
        "tests/e2e/test_a.py": 3.5,
        "tests/e2e/test_b.py": 4.0,
        "tests/unit/webui/pages/test_c.py": 0.25,
    }
    assert shown(seconds) == [
        "Seconds of all workers by room (8):",
        "     7.5 s  tests/e2e",
        "     0.2 s  tests/unit/webui",
        "The 3 dearest files:",
        "     4.0 s  tests/e2e/test_b.py",
        "     3.5 s  tests/e2e/test_a.py",
        "     0.2 s  tests/unit/webui/pages/test_c.py",
    ]


def test_of_many_files_only_the_dearest_are_named() -> None:
    lines = shown({f"tests/e2e/test_{number}.py": float(number) for number in range(100)})
    assert lines[-1] == "    70.0 s  tests/e2e/test_70.py"


@pytest.mark.parametrize(
    ("file", "room"),
    [
        ("tests/test_version.py", "tests"),
        ("tests/faults/inside/test_a.py", "tests/faults"),
        ("tests/unit/hooks/test_a.py", "tests/unit/hooks"),
        ("features/maps/tests/test_pages.py", "features/maps/tests"),
        ("features/maps/tests/e2e/test_maps.py", "features/maps/tests/e2e"),
        ("elsewhere/test_a.py", "elsewhere"),
    ],
)
def test_a_file_counts_for_its_room(file: str, room: str) -> None:
    assert room_of(file) == room
