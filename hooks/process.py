"""The features of this process."""

from collections.abc import Sequence
from functools import cache

from django.conf import settings

from hooks.features import Features, load_features


def features() -> Features:
    """Return the features that are on in this process: those of Django's settings, or of ``use``;
    all of them in a process that has neither, such as one that only reads a page.
    """
    if not settings.configured:
        return _all()
    found = settings.FEATURES
    assert isinstance(found, Features)
    return found


def use(wanted: Sequence[str]) -> None:
    """Choose the features of a process that never sets Django up, such as a worker.

    Args:
        wanted: See ``hooks.features.load_features``.
    """
    if not settings.configured:
        settings.configure(FEATURES=load_features(wanted))


@cache
def _all() -> Features:
    return load_features()
