"""Features of a block from its surroundings: its containers, its kin, and where heuristics find the
text.
"""

import numpy as np

from extractor.body.outline import Indices, Values, prefix
from extractor.body.view import View

_LEVELS = 4
"""Containers around a block that are described. The trees are trained on so many."""
_LEVEL = ("share", "links", "good", "good share", "blocks", "mean", "density", "marks")
LEVELS = tuple(f"{name} ^{level}" for level in range(_LEVELS) for name in _LEVEL)
KIN = tuple(
    f"{kin} {name}"
    for kin in ("path", "tag")
    for name in ("size", "mean", "spread", "links", "marks", "good", "top")
)
ALPHAS = (0.3, 0.5, 0.7)
_FAR = 60
"""Number of blocks beyond which a distance says nothing more."""
_PLACES = (*(f"cevc {alpha}" for alpha in ALPHAS), "clean", "count", "best", "clean best", "dense")
FINDS = (
    *(f"{end} {name}" for end in ("in", "from", "to") for name in _PLACES),
    "score 0", "score 1", "score 2", "clean score 1", "dense 1", "clean before",
)  # fmt: skip
_NEXT_TO_NOTHING = 1e-9
"""Added to divisors, so that empty containers divide by no zero."""


def level_features(view: View) -> Values:
    """Return features of the innermost container and the three wider ones around it [``LEVELS``,
    n].
    """
    outline = view.outline
    widths, links, good, marks = outline.sums(
        np.stack([view.widths, view.linked, view.good, view.marks])
    )
    count = (outline.ends - outline.starts).astype(float)
    whole = np.maximum(widths, 1)
    of_containers = [
        widths / whole[0],
        links / whole,
        good / whole,
        good / max(good[0], 1),
        count,
        widths / np.maximum(count, 1),
        widths / (np.array(view.blocks.inner_tags) + 1),
        marks / whole,
    ]
    nodes = [outline.holders]
    for _ in range(_LEVELS - 1):
        nodes.append(outline.wider[nodes[-1]])
    around = np.stack(of_containers).T[np.stack(nodes)]  # by level, block and feature
    return around.transpose(0, 2, 1).reshape(len(LEVELS), view.count)


def kin_features(view: View, paths: Indices) -> Values:
    """Return features of all blocks with the same class path, and with the same tag in the same
    container [``KIN``, n].

    The idea is that of tag path ratios (CEPR): blocks of one kind are all text or all not.
    """
    holders = view.outline.holders
    wider_starts = view.outline.starts[view.outline.wider[holders]]
    # One number for a tag and the container that it is in.
    _, tags = np.unique(view.tags * view.count + wider_starts, return_inverse=True)
    return np.concatenate([_of_group(view, paths[holders]), _of_group(view, tags)])


def _of_group(view: View, groups: Indices) -> Values:
    size = np.bincount(groups)
    count = np.maximum(size, 1)
    widths = np.bincount(groups, view.widths)
    mean = widths / count
    # Rounding can leave a variance below 0.
    variance = np.maximum(np.bincount(groups, view.widths**2) / count - mean**2, 0)
    good = np.bincount(groups, view.good)
    of_groups = [
        size,
        mean,
        np.sqrt(variance),
        np.bincount(groups, view.linked) / np.maximum(widths, 1),
        np.bincount(groups, view.marks) / count,
        good / max(view.good.sum(), 1),
        good / max(good.max(), 1),
    ]
    return np.stack(of_groups)[:, groups]


def find_features(view: View, boxed: Values) -> Values:
    """Return the position of the block relative to the containers that heuristics choose
    [``FINDS``, n].

    The heuristics are: CEVC's descent by running text outside links, the same without side boxes,
    and by the number of paragraphs; the node with the most points as readability scores them; the
    node with the densest children (CETD).
    """
    outline = view.outline
    plain = np.where(view.marks > 0, view.widths - view.linked, 0)
    free = 1 - boxed
    is_good = view.good > 0
    of_blocks = np.stack([plain, plain * free, is_good * free, view.widths, view.linked])
    totals, clean, number, widths, links = outline.sums(of_blocks)
    of_paragraphs = 1 + view.characters.pauses + np.minimum(view.widths / 100, 3)
    points = np.where(is_good, of_paragraphs, 0) * (1 - view.shares)
    unlinked = 1 - links / np.maximum(widths, 1)
    scores = _scores(view, points) * unlinked
    clean_scores = _scores(view, points * free)
    density = widths / (np.array(view.blocks.inner_tags) + 1)
    dense = outline.from_children(density * unlinked)
    found = [
        *outline.descend(totals, *ALPHAS),
        *outline.descend(clean, 0.5),
        *outline.descend(number, 0.5),
        int(scores.argmax()),
        int(clean_scores.argmax()),
        int(dense.argmax()),
    ]
    since = view.places - outline.starts[found][:, None]
    until = outline.ends[found][:, None] - 1 - view.places
    holders = outline.holders
    parents = outline.parents[holders]
    scores /= max(scores.max(), _NEXT_TO_NOTHING)
    good = view.good * free
    is_inside = (since >= 0) & (until >= 0)
    rated = [
        scores[holders],
        scores[parents],
        scores[outline.parents[parents]],
        clean_scores[parents] / max(clean_scores.max(), _NEXT_TO_NOTHING),
        dense[outline.wider[holders]] / max(dense.max(), _NEXT_TO_NOTHING),
        prefix(good)[1:] / max(good.sum(), 1),
    ]
    return np.concatenate([is_inside, since.clip(-_FAR, _FAR), until.clip(-_FAR, _FAR), rated])


def _scores(view: View, points: Values) -> Values:
    """Return a container's points: those of its own blocks and of its children's, and half of its
    grandchildren's.
    """
    outline = view.outline
    own = np.asarray(np.bincount(outline.holders, points, len(outline.starts)), np.float64)
    children = outline.from_children(own)
    return np.asarray(own + children + outline.from_children(children) / 2)
