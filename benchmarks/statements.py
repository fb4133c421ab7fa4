"""What the page of a story says that its reports agree and disagree on, on real texts to be read.

    python -m benchmarks.statements conflicts TEXTS   conflicts with their sentences
    python -m benchmarks.statements agreements TEXTS  the same for what several reports tell
    python -m benchmarks.statements planted [STORIES]  conflicts that are found in invented stories

``TEXTS`` are gzipped JSON lines with ``id``, ``title``, ``text`` and ``story``. They have no times:
reports come an hour after each other, in the order of the file.
"""

import gzip
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.planted_statements import BLIND, TUNED, PlantedStory, planted_stories
from newsroom.recognition.recogniser import default_recogniser
from newsroom.statements.comparison import Comparison, compare
from newsroom.statements.conflicts import Conflict
from newsroom.statements.reports import Report

_STORIES = 40
_START = datetime(2026, 11, 2, tzinfo=UTC)


def stories(path: Path) -> dict[str, list[Report]]:
    """Return the reports of each story, with the names that Newsloom finds in them."""
    names = default_recogniser().names
    found: defaultdict[str, list[Report]] = defaultdict(list)
    with gzip.open(path, "rt") as lines:
        for number, line in enumerate(lines):
            row = json.loads(line)
            named = names(row["title"], row["text"], "en")
            at = _START + timedelta(hours=number)
            found[row["story"]].append(
                Report(
                    id=row["id"],
                    site=f"{row['id']}.example",
                    lang="en",
                    title=row["title"],
                    text=row["text"],
                    published=at,
                    found=at,
                    people=named.people,
                    others=(*named.organisations, *named.places),
                )
            )
    return found


def compared(path: Path) -> Iterator[tuple[str, Comparison]]:
    """Yield each story with what its reports say, and print what that took."""
    seconds = []
    for story, reports in stories(path).items():
        start = time.process_time()
        found = compare(reports)
        seconds.append(time.process_time() - start)
        yield story, found
    seconds.sort()
    print(
        f"{len(seconds)} stories; median {1000 * seconds[len(seconds) // 2]:.0f} ms, "
        f"longest {1000 * seconds[-1]:.0f} ms"
    )


def print_conflicts(path: Path) -> None:
    """Print conflicts to be read."""
    number = 0
    for story, found in compared(path):
        for each in found.in_conflict:
            number += 1
            print(f"\n{number}. story {story}, {each.kind} {each.head}, update: {each.is_update}")
            for claim in each.claims:
                print(f"  {claim.value} ({len(claim.quotes)})")
                for quote in claim.quotes[:2]:
                    print(f"    {quote.report.id}: {quote.text}")


def print_agreements(path: Path) -> None:
    """Print what several reports tell, to be read."""
    for story, found in compared(path):
        for each in found.told_by_many:
            print(f"\nstory {story}, {len(each.sites)} sites")
            for quote in each.quotes[:4]:
                print(f"  {quote.text}")


def print_planted(count: int, verbose: bool) -> None:
    """Print which planted conflicts are found, and how many are false."""
    for name, kinds in (("tuned", TUNED), ("blind", BLIND)):
        for lang in ("en", "zh"):
            of_lang = {each: kind for each, kind in kinds.items() if kind.lang == lang}
            if not of_lang:
                continue
            stories = list(planted_stories(of_lang, count // 2, seed=1))
            print(f"{name} {lang}: {_scored(stories, verbose)}")


def _scored(stories: list[PlantedStory], verbose: bool) -> str:
    planted = found = labelled = false = shown = lines = 0
    for story in stories:
        said = compare(story.reports)
        left = list(said.in_conflict)
        shown += len(left)
        lines += len(said.told_by_many)
        for each in story.conflicts:
            planted += 1
            hit = next((one for one in left if _sentences(one) <= each.sentences), None)
            if hit is None:
                if verbose:
                    print(
                        f"  missed in {story.name}, update {each.is_update}:",
                        *each.sentences,
                        sep="\n    ",
                    )
                continue
            left.remove(hit)
            found += 1
            labelled += hit.is_update == each.is_update
        false += len(left)
        for one in left if verbose else ():
            print(f"  false in {story.name}, {one.head}:", *_sentences(one), sep="\n    ")
    return (
        f"{len(stories)} stories, {planted} planted conflicts: found {found} "
        f"({100 * found / planted:.0f} %), told apart as update or contradiction {labelled}; "
        f"shown {shown}, false {false} ({100 * false / max(1, shown):.0f} %); {lines} agreements"
    )


def _sentences(conflict: Conflict) -> frozenset[str]:
    return frozenset(quote.text for claim in conflict.claims for quote in claim.quotes)


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    if command == "planted":
        print_planted(int(rest[0]) if rest else _STORIES, verbose=len(rest) > 1)
    else:
        {"conflicts": print_conflicts, "agreements": print_agreements}[command](Path(rest[0]))
