"""The features of a worker, whose process has no configuration database."""

from crawler.lanes import Stopping
from hooks.features import Features, load_features
from scheduler.errors import SchedulerError
from storage.errors import StorageError
from storage.settings import Settings


def worker_features(settings: Settings) -> Features:
    """Load them. What a store does not answer stays an error of a store."""
    return load_features(settings.features, passing=(StorageError, SchedulerError, Stopping))
