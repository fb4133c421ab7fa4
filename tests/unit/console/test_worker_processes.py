"""How many worker processes ``--processes auto`` starts."""

from pathlib import Path

import pytest

from console.worker_processes import Resources, available

GIB = 1024**3


@pytest.mark.parametrize(
    ("cores", "gib", "processes"),
    [
        (1, 16, 1),
        (2, 24, 2),
        (8, 32, 8),
        (8, 4, 5),
        (0.5, 16, 1),
        (2.9, 16, 2),
        (4, 0.25, 1),
        (256, 4000, 64),
    ],
)
def test_one_process_a_core_as_far_as_there_is_memory(
    cores: float, gib: float, processes: int
) -> None:
    assert Resources(cores=cores, memory_bytes=int(gib * GIB)).room_for_workers() == processes


def test_the_limits_of_a_container_count(tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text("50000 100000\n")
    (tmp_path / "memory.max").write_text(f"{GIB}\n")
    assert available(tmp_path) == Resources(cores=0.5, memory_bytes=GIB)


@pytest.mark.parametrize("content", ["max 100000\n", "max\n", ""])
def test_without_limits_the_machine_counts(tmp_path: Path, content: str) -> None:
    machine = available(tmp_path / "nothing here")
    (tmp_path / "cpu.max").write_text(content)
    (tmp_path / "memory.max").write_text(content)
    assert available(tmp_path) == machine
    assert machine.cores >= 1
    assert machine.memory_bytes > GIB // 4
