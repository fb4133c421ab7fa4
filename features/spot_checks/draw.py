"""Which documents a spot check draws. Pure."""

import hashlib
import random
from collections import defaultdict
from collections.abc import Sequence
from enum import StrEnum

from storage.documents.port import Document

MAX_DRAWN = 1_000
"""Two working days of a reader who needs 30 seconds for a document."""
POOL = 5_000
"""So many random documents are looked at when sources take turns: of a source that brings one
document in a thousand, there are then five to draw from.
"""
MAX_SEED = 2**31 - 1


class Spread(StrEnum):
    """How chances are spread."""

    DOCUMENTS = "documents"  # Each document has the same chance.
    SOURCES = "sources"  # Sources and kinds take turns.


def new_seed() -> int:
    """Return a seed by chance."""
    return random.SystemRandom().randint(0, MAX_SEED)


def start_of(seed: int) -> str:
    """Return the id from which documents are drawn."""
    return hashlib.sha256(f"spot check {seed}".encode()).hexdigest()


def pool_size(count: int, spread: Spread) -> int:
    """Return how many documents ``choose`` has to choose from."""
    return POOL if spread is Spread.SOURCES else count


def choose(pool: Sequence[Document], count: int, spread: Spread, seed: int) -> list[Document]:
    """Return at most ``count`` of a pool that is in random order.

    The result follows from the arguments alone.
    """
    if spread is Spread.DOCUMENTS:
        return list(pool[:count])
    groups: defaultdict[tuple[int, str], list[Document]] = defaultdict(list)
    for document in pool:
        groups[document.source_id, document.kind].append(document)
    # The pool begins with a random document, but its groups must not be in the order of their size.
    turns = random.Random(seed).sample(sorted(groups), len(groups))
    longest = max(map(len, groups.values()), default=0)
    in_turns = (groups[key][turn : turn + 1] for turn in range(longest) for key in turns)
    return [document for some in in_turns for document in some][:count]
