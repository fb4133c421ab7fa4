"""``python -m tests.gates [pin] [--lower REASON]``: shows the scores, or pins them where they have
risen.

The labelled pages of the web are left out where they are not at hand.
"""

import argparse
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from evaluation.datasets import find_sets, load
from tests.gates import floors, test_labelled_data, test_own_pages
from tests.gates.own_pages import write_sets
from tests.gates.scores import (
    DAILY_PAGES,
    LABELLED,
    MIN_PAGES,
    evaluate,
    labelled_pages,
    only,
    scores,
)


def main() -> None:
    """Measure, compare, and pin if asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("action", nargs="?", choices=["show", "pin"], default="show")
    parser.add_argument(
        "--lower", metavar="REASON", default="", help="also pin what has fallen, and say why"
    )
    options = parser.parse_args()
    measured = {test_own_pages.FILE: _own()}
    if LABELLED.is_dir():
        found = evaluate(labelled_pages())
        daily = only(labelled_pages(DAILY_PAGES), found)
        measured[test_labelled_data.FILE] = scores(found, fewest=MIN_PAGES)
        measured[test_labelled_data.DAILY_FILE] = scores(daily, fewest=MIN_PAGES)
    for file, figures in measured.items():
        known = floors.read(file)
        if options.action == "pin":
            changed = known.pin(figures, options.lower, datetime.now(UTC).date())
            floors.write(file, known)
            print(f"{file.name}: {len(changed)} changed", *changed, sep="\n  ")
        else:
            print(
                file.name,
                *(f"{name}: {score:.2f}" for name, score in sorted(figures.items())),
                sep="\n  ",
            )
        broken = known.broken(figures)
        print(f"{len(broken)} under the floor", *broken, sep="\n  ")


def _own() -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder:
        write_sets(Path(folder))
        return scores(evaluate(page for name in find_sets(Path(folder)) for page in load(name)))


if __name__ == "__main__":
    main()
