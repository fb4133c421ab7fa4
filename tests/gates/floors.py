"""Scores pinned in a file: what each was when it was pinned, and the floor under which it must not
fall.

A floor is the pinned score less a tie, for a difference smaller than that says nothing. Pinning
moves scores up only; to move one down takes a reason, which stays in the file.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path

TIE = 0.3
"""Points of a hundred."""

Scores = Mapping[str, float]


@dataclass
class Lowered:
    """A score that was pinned lower than before, on purpose."""

    score: str
    before: float
    after: float
    reason: str
    day: str


@dataclass
class Floors:
    """The pinned scores in percent, and what was ever lowered."""

    pinned: dict[str, float] = field(default_factory=dict)
    lowered: list[Lowered] = field(default_factory=list)

    def broken(self, scores: Scores) -> list[str]:
        """One line for each score under its floor, and for each pinned score that is not measured
        any more.
        """
        lines = []
        for name, pinned in self.pinned.items():
            if name not in scores:
                lines.append(f"{name}: pinned at {pinned:.2f}, not measured")
            elif scores[name] < pinned - TIE:
                lines.append(
                    f"{name}: {scores[name]:.2f}, pinned at {pinned:.2f}, floor {pinned - TIE:.2f}"
                )
        return lines

    def pin(self, scores: Scores, reason: str, today: date) -> list[str]:
        """Takes better and new scores; worse ones only with a reason.

        Returns a line for each that changed.
        """
        changed = []
        for name, score in scores.items():
            before = self.pinned.get(name)
            if before is None or score > before:
                self.pinned[name] = score
                changed.append(
                    f"{name}: {score:.2f}" + ("" if before is None else f", was {before:.2f}")
                )
            elif reason and score < before - TIE:
                self.pinned[name] = score
                self.lowered.append(Lowered(name, before, score, reason, today.isoformat()))
                changed.append(f"{name}: LOWERED to {score:.2f}, was {before:.2f}")
        if reason:
            for name in [name for name in self.pinned if name not in scores]:
                self.lowered.append(
                    Lowered(name, self.pinned.pop(name), 0.0, reason, today.isoformat())
                )
                changed.append(f"{name}: dropped")
        return changed


def read(file: Path) -> Floors:
    """The floors of a file; none if there is no file."""
    if not file.exists():
        return Floors()
    record = json.loads(file.read_text("utf-8"))
    return Floors(record["pinned"], [Lowered(**entry) for entry in record["lowered"]])


def write(file: Path, floors: Floors) -> None:
    """Writes them, by name."""
    record = {
        "pinned": dict(sorted(floors.pinned.items())),
        "floor": {name: round(score - TIE, 2) for name, score in sorted(floors.pinned.items())},
        "lowered": [asdict(entry) for entry in floors.lowered],
    }
    file.write_text(json.dumps(record, ensure_ascii=False, indent=1) + "\n", "utf-8")
