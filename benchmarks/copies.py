"""The cost of copies on the way of a document to the store: CPU and wall time a document, size a
document.

``python -m benchmarks.copies [DOCUMENTS]`` measures SQLite in a temporary folder;
``NEWSLOOM_STATE_URL`` names a Redis server to measure too. It is best a server of its own, because
the size is taken from its memory.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from storage.backends import open_copies
from storage.copies.minhash import fingerprint
from storage.copies.port import Copies, CopyEntry, copy_key
from storage.keys import url_key
from storage.settings import Settings

_BATCH = 20
_WORDS = 450
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_COPIED = 0.2


def texts(count: int) -> Iterator[str]:
    """Yield articles of 450 words (about 3,000 characters); every fifth is a cut copy of an earlier
    one.
    """
    rng = random.Random(1)
    vocabulary = ["".join(rng.choices(_LETTERS, k=rng.randint(2, 10))) for _ in range(20_000)]
    kept: list[str] = []
    for _ in range(count):
        if kept and rng.random() < _COPIED:
            yield rng.choice(kept)[: int(3_000 * rng.uniform(0.7, 1))]
            continue
        text = " ".join(rng.choices(vocabulary, k=_WORDS))
        kept = [*kept[-999:], text]
        yield text


def fingerprints(count: int) -> list[CopyEntry]:
    """Return the entries of the articles, and print what the fingerprints cost."""
    articles = list(texts(count))
    started = time.process_time()
    found = [fingerprint(f"Title {number}", text) for number, text in enumerate(articles)]
    print(f"fingerprint: {(time.process_time() - started) / count * 1e6:.0f} µs CPU a document")
    return [
        CopyEntry(key=copy_key(url_key(f"https://example.org/{number}")), fingerprint=each)
        for number, each in enumerate(found)
        if each
    ]


def measure(name: str, copies: Copies, entries: Sequence[CopyEntry]) -> None:
    """Print the time of joining and settling in batches, over all and at the end."""
    started, cpu = time.perf_counter(), time.process_time()
    last = started
    for index in range(0, len(entries), _BATCH):
        if index == len(entries) // 10 * 9 // _BATCH * _BATCH:
            last = time.perf_counter()
        ids = copies.join(entries[index : index + _BATCH])
        copies.settle(ids)
    ended = time.perf_counter()
    each = len(entries)
    print(
        f"{name}: join and settle {(ended - started) / each * 1e6:.0f} µs a document, "
        f"{(time.process_time() - cpu) / each * 1e6:.0f} µs CPU in this process, "
        f"last tenth {(ended - last) / (each / 10) * 1e6:.0f} µs"
    )


def main() -> None:
    """Measure."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    entries = fingerprints(count)
    with tempfile.TemporaryDirectory() as folder:
        with closing(open_copies(Settings(home=Path(folder)))) as local:
            measure("SQLite", local, entries)
        size = sum(path.stat().st_size for path in (Path(folder) / "seen").glob("copies.db*"))
        print(f"SQLite: {size / count:.0f} bytes a document")
    if url := os.environ.get("NEWSLOOM_STATE_URL"):
        with closing(open_copies(Settings(state_url=url))) as served:
            measure("Redis", served, entries)


if __name__ == "__main__":
    main()
