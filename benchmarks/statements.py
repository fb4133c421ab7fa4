"""How well the reports of a story are compared: on invented stories, so that all is known.

``python -m benchmarks.statements [STORIES] [-v]`` counts the conflicts that are found;
``-v`` prints those that are missed or false.
"""

import sys

from benchmarks.planted_statements import PlantedStory, planted_stories, read_kinds
from features.stories.statements.comparison import compare
from features.stories.statements.conflicts import Conflict

_STORIES = 40


def print_planted(count: int, verbose: bool) -> None:
    """Print which planted conflicts are found, and how many are false."""
    for name in ("tuned", "blind"):
        kinds = read_kinds(name)
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
    given = [each for each in sys.argv[1:] if each != "-v"]
    print_planted(int(given[0]) if given else _STORIES, verbose="-v" in sys.argv)
