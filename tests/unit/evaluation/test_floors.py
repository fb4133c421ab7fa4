"""Pinned scores: a rise needs nothing, a fall needs a reason."""

from datetime import date
from pathlib import Path

from tests.gates.floors import Floors, read, write

TODAY = date(2024, 3, 5)


def test_a_tie_is_not_a_fall_and_more_is() -> None:
    floors = Floors({"a": 90.0, "b": 90.0})
    assert floors.broken({"a": 89.7, "b": 95.0}) == []
    assert floors.broken({"a": 89.6, "b": 90.0}) == ["a: 89.60, pinned at 90.00, floor 89.70"]


def test_a_score_that_is_gone_is_broken() -> None:
    assert Floors({"a": 90.0}).broken({}) == ["a: pinned at 90.00, not measured"]


def test_pinning_goes_upwards_only() -> None:
    floors = Floors({"a": 90.0, "b": 90.0})
    assert floors.pin({"a": 91.0, "b": 70.0, "c": 50.0}, "", TODAY) == [
        "a: 91.00, was 90.00",
        "c: 50.00",
    ]
    assert floors.pinned == {"a": 91.0, "b": 90.0, "c": 50.0}


def test_lowering_takes_a_reason_that_is_kept(tmp_path: Path) -> None:
    floors = Floors({"a": 90.0, "gone": 1.0, "tie": 90.0})
    floors.pin({"a": 80.0, "tie": 89.9}, "the gold was wrong", TODAY)
    write(tmp_path / "floors.json", floors)
    again = read(tmp_path / "floors.json")
    assert again.pinned == {"a": 80.0, "tie": 90.0}
    assert [(entry.score, entry.before, entry.reason, entry.day) for entry in again.lowered] == [
        ("a", 90.0, "the gold was wrong", "2024-03-05"),
        ("gone", 1.0, "the gold was wrong", "2024-03-05"),
    ]


def test_no_file_pins_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "none.json") == Floors()
