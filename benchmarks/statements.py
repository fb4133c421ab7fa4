"""What the page of a story says that its reports agree and disagree on, on real texts to be read.

    python -m benchmarks.statements conflicts TEXTS   conflicts with their sentences
    python -m benchmarks.statements agreements TEXTS  the same for what several reports tell
    python -m benchmarks.statements alone TEXTS       the same for what one site tells and what the
        last third of the reports adds
    python -m benchmarks.statements planted [STORIES]  conflicts that are found in invented stories
    python -m benchmarks.statements languages [STORIES]  lines that are joined in invented stories
        in two languages, and the CPU that takes; needs the extra ``meaning``

    python -m benchmarks.statements cost PAIRS        the CPU that long reports take, in
        two languages; ``PAIRS`` are gzipped JSON lines with ``zh`` and ``en``
    python -m benchmarks.statements time PAIRS        the CPU that 32 and 300 reports take in one
        language, also if they all say one thing with other numbers
    python -m benchmarks.statements numbers PAIRS     how many sentences their numbers keep apart
        from their translations, and from other sentences

``TEXTS`` are gzipped JSON lines with ``id``, ``title``, ``text`` and ``story``. They have no times:
reports come an hour after each other, in the order of the file.
"""

import gzip
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from benchmarks.planted_languages import Told, TwinStory, read_twins, twin_stories
from benchmarks.planted_statements import PlantedStory, planted_stories, read_kinds
from features.stories.statements.across import near_lines
from features.stories.statements.comparison import ReportComparison, compare
from features.stories.statements.conflicts import Conflict
from features.stories.statements.likenesses import NOT_COMPARED, Likenesses, likenesses_of
from features.stories.statements.reports import Report
from features.stories.statements.statement import (
    LANGUAGES,
    MAX_SENTENCES,
    Statement,
    counts_of,
    statements_of,
)
from newsroom.recognition.recogniser import default_recogniser
from storage.embedder.package import PackageEmbedder

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


def compared(path: Path) -> Iterator[tuple[str, ReportComparison]]:
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


def print_alone(path: Path) -> None:
    """Print what one site tells only, and what is new, to be read."""
    for story, reports in stories(path).items():
        said = compare(reports, since=reports[len(reports) * 2 // 3 - 1].found)
        print(f"\nstory {story}, {len(reports)} reports")
        for each in said.told_by_one:
            print(f"  one site: {each.quote.text}")
        for quote in said.told_new or ():
            print(f"  new: {quote.text}")


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


def print_cost(path: Path) -> None:
    """Print what it takes to compare long reports in two languages, half of them in each."""
    embedder = PackageEmbedder()
    embedder.embed(["once, so that it is loaded"])
    with gzip.open(path, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    for count in (10, 40):
        reports = [_long(number, rows) for number in range(count)]
        started = time.process_time()
        alike = likenesses(reports, embedder)
        made = time.process_time()
        compare(reports)
        apart = time.process_time()
        compare(reports, None, alike)
        across = time.process_time()
        print(
            f"{count} reports, {len(alike.sentences)} sentences: likenesses "
            f"{made - started:.2f} s of CPU, {len(alike.packed()):,} bytes; compared each language "
            f"for itself {apart - made:.2f} s, across {across - apart:.2f} s"
        )


def print_time(path: Path) -> None:
    """Print what it takes to compare reports in one language that have a fifth in common, and those
    that all say one thing with other numbers.
    """
    with gzip.open(path, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    for count in (32, 300):
        for lang in LANGUAGES:
            _print_seconds(
                f"{count} reports, {lang}", [_with_shared(n, rows, lang) for n in range(count)]
            )
        _print_seconds(f"{count} reports that differ in numbers", map(_counting, range(count)))


def _print_seconds(what: str, reports: Iterable[Report]) -> None:
    told = list(reports)
    started = time.process_time()
    said = compare(told, since=told[len(told) // 2].found)
    seconds = time.process_time() - started
    print(f"{what}: {seconds:.2f} s of CPU, {said.compared} compared")


def _with_shared(number: int, rows: list[dict[str, str]], lang: str) -> Report:
    shared = MAX_SENTENCES // 5
    first = shared + number * (MAX_SENTENCES - shared) % (len(rows) - MAX_SENTENCES)
    own = rows[first : first + MAX_SENTENCES - shared]
    return _report(number, lang, [row[lang] for row in (*rows[:shared], *own)])


def _counting(number: int) -> Report:
    said = "Some {} sailors of the flour mill in Northgate came to the harbour on Monday."
    return _report(number, "en", [said.format(30 * number + n) for n in range(MAX_SENTENCES)])


def print_numbers(path: Path) -> None:
    """Print how many sentences may not say the same as their translations, and how many may say the
    same as another sentence, of those with numbers in both languages.
    """
    with gzip.open(path, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    english, chinese = ([_line(lang, row[lang]) for row in rows] for lang in ("en", "zh"))
    counted = [
        at
        for at, both in enumerate(zip(english, chinese, strict=True))
        if all(any(map(counts_of, line)) for line in both)
    ]
    likenesses = {
        (one.quote.key, other.quote.key): 1.0
        for at in counted
        for place in counted
        for one in english[at]
        for other in chinese[place]
    }
    near = near_lines([english[at] for at in counted], [chinese[at] for at in counted], likenesses)
    right = sum(one == other for one, other in near)
    others = len(counted) * (len(counted) - 1)
    print(
        f"{len(counted)} sentences with numbers: {len(counted) - right} kept apart from their "
        f"translations; {(len(near) - right) / others:.2%} not kept apart from others"
    )


def _line(lang: str, text: str) -> list[Statement]:
    report = Report(
        id=text, site="a.example", lang=lang, title="", text=text, published=_START, found=_START
    )
    return statements_of(report)[1:]


def _long(number: int, rows: list[dict[str, str]]) -> Report:
    """Return a report of as many sentences as are compared, in one of the languages."""
    lang = LANGUAGES[number % len(LANGUAGES)]
    first = number // len(LANGUAGES) * MAX_SENTENCES
    return _report(number, lang, [row[lang] for row in rows[first : first + MAX_SENTENCES]])


def _report(number: int, lang: str, sentences: list[str]) -> Report:
    at = _START + timedelta(hours=number)
    return Report(
        id=f"{number}",
        site=f"{number}.example",
        lang=lang,
        title=sentences[0],
        text="\n".join(sentences),
        published=at,
        found=at,
    )


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
    invented = {"planted": print_planted, "languages": print_languages}
    if command in invented:
        invented[command](int(rest[0]) if rest else _STORIES, verbose=len(rest) > 1)
    else:
        read = {
            "conflicts": print_conflicts,
            "agreements": print_agreements,
            "alone": print_alone,
            "time": print_time,
            "cost": print_cost,
            "numbers": print_numbers,
        }
        read[command](Path(rest[0]))
