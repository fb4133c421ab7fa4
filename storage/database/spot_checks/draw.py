"""Which documents, or pairs of them, a spot check draws. Pure."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from storage.database.spot_checks.verdicts import Kind
from storage.documents.port import Document

MAX_DRAWN = 1_000
"""Two working days of a reader who needs 30 seconds for a document."""
POOL = 5_000
"""So many random documents are looked at when sources take turns, or for pairs: of a source that
brings one document in a thousand, there are then five to draw from. If a tenth of all documents
are the one by which a pair is drawn, there are 500 pairs.
"""
MAX_SEED = 2**31 - 1


class Spread(StrEnum):
    """How chances are spread."""

    DOCUMENTS = "documents"  # Each document has the same chance.
    SOURCES = "sources"  # Sources and kinds take turns.


@dataclass(frozen=True, kw_only=True)
class Drawn:
    """A drawn document; for a pair, with the ``second`` one."""

    document: Document
    second: Document | None = None

    @property
    def lang(self) -> str:
        """The language; those of both of a pair, if they differ, with "+" between them."""
        others = () if self.second is None else (self.second.lang,)
        return "+".join(sorted({self.document.lang, *others}))


def new_seed() -> int:
    """Return a seed by chance."""
    return random.SystemRandom().randint(0, MAX_SEED)


def start_of(seed: int, of: str = "") -> str:
    """Return the id from which documents are drawn; for the id of a document, another one."""
    return hashlib.sha256(f"spot check {seed}{of}".encode()).hexdigest()


def pool_size(count: int, spread: Spread) -> int:
    """Return how many documents or pairs ``choose`` has to choose from."""
    return POOL if spread is Spread.SOURCES else count


def pair_of(group: Sequence[Document], kind: Kind, seed: int) -> Drawn | None:
    """Return a pair of one group: copies of a text, or documents of a story, of which no two copies
    make a pair. None if it has no pair.

    The seed decides. The first of the pair follows from the whole group, so that whoever draws
    groups by it gives each the same chance, however large it is.
    """
    by_chance = sorted(group, key=lambda each: start_of(seed, each.id))
    others = (each for each in by_chance[1:] if _can_be_paired(by_chance[0], each, kind))
    second = next(others, None)
    return None if second is None else Drawn(document=by_chance[0], second=second)


def choose(pool: Sequence[Drawn], count: int, spread: Spread, seed: int) -> list[Drawn]:
    """Return at most ``count`` of a pool that is in random order; of pairs, the first takes turns.

    The result follows from the arguments alone.
    """
    if spread is Spread.DOCUMENTS:
        return list(pool[:count])
    groups: defaultdict[tuple[int, str], list[Drawn]] = defaultdict(list)
    for drawn in pool:
        groups[drawn.document.source_id, drawn.document.kind].append(drawn)
    # The pool begins with a random document, but its groups must not be in the order of their size.
    turns = random.Random(seed).sample(sorted(groups), len(groups))
    longest = max(map(len, groups.values()), default=0)
    in_turns = (groups[key][turn : turn + 1] for turn in range(longest) for key in turns)
    return [drawn for some in in_turns for drawn in some][:count]


def _can_be_paired(first: Document, second: Document, kind: Kind) -> bool:
    is_copy = bool(first.copy_id) and first.copy_id == second.copy_id
    same_thread = bool(first.thread) and first.thread == second.thread
    return is_copy == (kind is Kind.COPIES) and not same_thread
