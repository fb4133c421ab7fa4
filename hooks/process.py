"""The features of this process."""

import os
from functools import cache

from django.conf import settings

from hooks.features import ALL, Features, load_features


def features() -> Features:
    """Return the features that are on in this process, also in one without Django, such as a
    worker.
    """
    if not settings.configured:
        return _of_environment()
    found = settings.FEATURES
    assert isinstance(found, Features)
    return found


@cache
def _of_environment() -> Features:
    wanted = os.environ.get("NEWSLOOM_FEATURES", "").split(",")
    return load_features([each for each in map(str.strip, wanted) if each] or [ALL])
