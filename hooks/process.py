"""The features of this process."""

from collections.abc import Sequence
from functools import cache

from django.conf import settings

from hooks.answers import KeptPages, SearchSettings
from hooks.features import ALL, Features, load_features

_wanted: tuple[str, ...] = (ALL,)


def features() -> Features:
    """Return the features that are on in this process: those of Django's settings, or of ``use``;
    all of them in a process that has neither, such as one that only reads a page.
    """
    if not settings.configured:
        return _loaded(_wanted)
    found = settings.FEATURES
    assert isinstance(found, Features)
    return found


def kept_pages() -> KeptPages | None:
    """Return where pages are kept as they came, None if no feature keeps them. One that fails is
    logged, and shows none.
    """
    return next(iter(features().ask("kept_pages")), None)


def pages_to_erase() -> KeptPages | None:
    """Return what ``kept_pages`` does, for who erases them: an error passes, so that none is passed
    over.
    """
    return next(iter(features().tell("kept_pages")), None)


def search_settings() -> list[SearchSettings]:
    """Return the settings of saved searches that features bring."""
    return features().ask("search_settings")


def use(wanted: Sequence[str]) -> None:
    """Choose the features of a process until it sets Django up, which a worker never does.

    Args:
        wanted: See ``hooks.features.load_features``.
    """
    global _wanted
    _wanted = tuple(wanted)


@cache
def _loaded(wanted: tuple[str, ...]) -> Features:
    return load_features(wanted)
