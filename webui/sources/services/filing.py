"""The tags, folders and so on that sources have, which are counted again only after a change."""

from collections.abc import Mapping, Sequence

from django.core.cache import cache

from storage.database.sources.filing import TAG, filings_in_use
from storage.database.sources.judgements import source_signs
from storage.database.sources.source_config import FILING

# A change of sources has an entry in the audit. Of two changes at once, that with the lower number
# may end last: it shows after this time.
_KEPT_SECONDS = 60
_NAME = "filed"
_Filed = Mapping[str, Sequence[tuple[str, int]]]


def filed_in_use(last_change: int | None) -> _Filed:
    """Return the values in use with the number of sources, by field with ``TAG``, as of an entry in
    the audit.
    """
    kept: tuple[int | None, _Filed] | None = cache.get(_NAME)
    if kept and kept[0] == last_change:
        return kept[1]
    counted = filings_in_use((TAG, *FILING))
    cache.set(_NAME, (last_change, counted), _KEPT_SECONDS)
    return counted


def filings_now() -> _Filed:
    """Return those of the fields of FILING, as of now."""
    counted = filed_in_use(source_signs().last_change)
    return {name: counted[name] for name in FILING}
