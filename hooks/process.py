"""The features of this process."""

from django.conf import settings

from hooks.features import Features


def features() -> Features:
    """Return the features that are on in this process, once Django is set up."""
    found = settings.FEATURES
    assert isinstance(found, Features)
    return found
