"""The words that features add to those of keyword lists."""

from collections.abc import Iterable, Mapping, Sequence

from hooks.process import features

Added = Mapping[int, Sequence[str]]
"""The words that features add, by the id of the keyword list."""


def added_words(list_ids: Iterable[int]) -> Added:
    """Return what features add to each of these lists."""
    added: dict[int, list[str]] = {list_id: [] for list_id in list_ids}
    if added:
        for of_feature in features().ask("words_of_lists", list_ids=tuple(added)):
            for list_id, words in of_feature.items():
                added[list_id] += words
    return added
