"""How well the reports of a story are compared: on invented stories, so that all is known.

``python -m benchmarks.statements planted [STORIES]`` counts the conflicts that are found, and
``python -m benchmarks.statements languages [STORIES]`` the lines of two languages that are joined
and the CPU that takes; this needs the extra ``meaning``.
"""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable

from benchmarks.planted_languages import Told, TwinStory, read_twins, twin_stories
from benchmarks.planted_statements import PlantedStory, planted_stories, read_kinds
from features.stories.statements.comparison import compare
from features.stories.statements.conflicts import Conflict
from features.stories.statements.likenesses import NOT_COMPARED, Likenesses, likenesses_of
from features.stories.statements.reports import Report
from features.stories.statements.statement import (
    LANGUAGES,
    statements_of,
)
from storage.embedder.package import PackageEmbedder

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


def print_languages(count: int, verbose: bool) -> None:
    """Print which lines of two languages are joined, and what is told by one site only."""
    embedder = PackageEmbedder()
    embedder.embed(["once, so that it is loaded"])
    for name in ("tuned", "blind"):
        stories = list(twin_stories(read_twins(name), count // 2, seed=1))
        started = time.process_time()
        alike = [likenesses(story.reports, embedder) for story in stories]
        made = time.process_time() - started
        apart = _lines_of(stories, [NOT_COMPARED] * len(stories), verbose=False)
        print(f"{name}, each language for itself: {apart}")
        print(f"{name}, across: {_lines_of(stories, alike, verbose)}")
        sentences = sum(len(each.sentences) for each in alike)
        pairs = sum(len(each.pairs) for each in alike)
        size = sum(len(each.packed()) for each in alike)
        print(
            f"  likenesses: {1000 * made / len(stories):.0f} ms of CPU a story, "
            f"{1000 * made / sentences:.1f} a sentence; {sentences / len(stories):.0f} sentences, "
            f"{pairs / len(stories):.0f} pairs and {size / len(stories):,.0f} bytes a story"
        )


def likenesses(reports: Iterable[Report], embedder: PackageEmbedder) -> Likenesses:
    """Return how alike the sentences of a story are, as the role *stories* finds it."""
    found: dict[str, dict[str, str]] = {lang: {} for lang in LANGUAGES}
    for report in reports:
        for each in statements_of(report):
            if each.place:
                found[each.lang][each.quote.key] = each.quote.text
    rows = [
        dict(zip(some, embedder.embed(list(some.values())), strict=True)) for some in found.values()
    ]
    return likenesses_of(rows, embedder.floor)


def _lines_of(stories: list[TwinStory], alike: list[Likenesses], verbose: bool) -> str:
    joined = wrong = singles = false = both = shown = 0
    started = time.process_time()
    said = [compare(story.reports, None, some) for story, some in zip(stories, alike, strict=True)]
    seconds = time.process_time() - started
    for story, lists in zip(stories, said, strict=True):
        sites: defaultdict[Told, set[str]] = defaultdict(set)
        langs: defaultdict[Told, set[str]] = defaultdict(set)
        for report in story.reports:
            for text in filter(None, report.text.split("\n")):
                sites[story.told[text]].add(report.site)
                langs[story.told[text]].add(report.lang)
        values = Counter(what[:2] for what in langs)
        # What is contradicted belongs into another list.
        both += sum(len(each) > 1 and values[what[:2]] == 1 for what, each in langs.items())
        for line in lists.told_by_many:
            # What a title tells is not planted.
            told = {story.told[each.text] for each in line.quotes if not each.in_title}
            if line.translations:
                joined += 1
                wrong += len(told) > 1
                shown += len(told) == 1
                if verbose and len(told) > 1:
                    print(f"  wrong in {story.name}:", *(q.text for q in line.quotes), sep="\n    ")
        for single in lists.told_by_one:
            singles += 1
            is_false = len(sites[story.told[single.quote.text]]) > 1
            false += is_false
            if verbose and is_false:
                print(f"  not by one site in {story.name}: {single.quote.text}")
    return (
        f"{len(stories)} stories; {joined} lines of both languages, wrong {wrong}; "
        f"{shown} of {both} that are told in both; told by one site only {singles}, "
        f"false {false} ({100 * false / max(1, singles):.0f} %); "
        f"{1000 * seconds / len(stories):.0f} ms of CPU a story"
    )


def _sentences(conflict: Conflict) -> frozenset[str]:
    return frozenset(quote.text for claim in conflict.claims for quote in claim.quotes)


if __name__ == "__main__":
    command, *rest = sys.argv[1:]
    measured = {"planted": print_planted, "languages": print_languages}[command]
    measured(int(rest[0]) if rest else _STORIES, verbose=len(rest) > 1)
