"""What hot topics cost with full counts of four weeks; see ``benchmarks.topics``."""

import random
import resource
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from newsroom.bursts import find_bursts
from newsroom.history import KEPT_HOURS, MAX_TERMS, OPEN_HOURS, OpenHour, TermHistory, hour_of
from storage.database.stories.records import HourPart

_END = datetime(2026, 11, 16, tzinfo=UTC)
_VOCABULARY, _TERMS = 300_000, 80


def run(an_hour: int) -> None:
    """Print CPU, size and memory with so many documents an hour.

    The words of the last day are distributed otherwise than those before: the worst case of a
    thousand bursts.
    """
    rng = random.Random(1)
    words = [_word(rng) for _ in range(_VOCABULARY)]
    history, last = TermHistory(), hour_of(_END)
    parts = [
        _closed(hour, rng, words, an_hour) for hour in range(last - KEPT_HOURS, last - OPEN_HOURS)
    ]
    history.restore(parts, _END - timedelta(hours=OPEN_HOURS))
    adding = 0.0
    for back in range(OPEN_HOURS - 1, -1, -1):
        moment = _END - timedelta(hours=back)
        for number in range(an_hour):
            forms = {
                word: word
                for word in (words[int(_VOCABULARY ** rng.random()) - 1] for _ in range(_TERMS))
            }
            site, copy_id = f"site{number % 300}", f"{back}-{number}"
            before = time.process_time()
            history.add(
                forms, lang="en", site=site, copy_id=copy_id, published=moment, found=moment
            )
            adding += time.process_time() - before
    before = time.process_time()
    folded = history.pass_time(_END)
    folding = time.process_time() - before
    before = time.process_time()
    found = find_bursts(history, last)
    finding = time.process_time() - before
    print(
        f"{an_hour} documents an hour: {adding / OPEN_HOURS / an_hour * 1e6:.0f} µs to count one, "
        f"{folding:.2f} s to fold {len(folded)} hours, {finding:.2f} s to find {len(found):,} "
        f"bursts; a closed hour has {len(parts[-1].counts) / 1e3:.0f} kB, the current one "
        f"{len(folded[-1].counts) / 1e3:.0f} kB; "
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB"
    )


def _word(rng: random.Random) -> str:
    return "".join(
        rng.choice("bcdfgklmnprst") + rng.choice("aeiou") for _ in range(rng.randint(2, 5))
    )


def _closed(hour: int, rng: random.Random, words: Sequence[str], an_hour: int) -> HourPart:
    made = OpenHour()
    made.documents["en"] = an_hour
    for rank in range(MAX_TERMS * 3 // 2):
        count = int(an_hour / 2 / (rank + 3) ** 0.9 * rng.uniform(0.7, 1.3))
        made.counts["en", words[int(rank * rng.uniform(1, 2))]] = min(max(1, count), an_hour)
    made.cut(MAX_TERMS)
    return HourPart(hour=hour, counts=made.packed(closed=True))
