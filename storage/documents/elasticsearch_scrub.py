"""Let no file of an index keep what was deleted from it.

A deleted document stays in its segment until that is merged. The server keeps deleted documents for
a while even then, for copies of the index that were away: until these have told that they have
caught up, which takes up to half a minute.
"""

from collections.abc import Sequence

from elasticsearch import Elasticsearch

from storage.documents.elasticsearch_errors import WHAT
from storage.errors import Unavailable

# Merge a segment however few of its documents are deleted; the server's own bound is a tenth.
_MERGE = {"index.merge.policy.expunge_deletes_allowed": 0}
_TIMEOUT_SECONDS = 3600


def scrub(client: Elasticsearch, indices: Sequence[str]) -> None:
    """Merge what has deleted documents. Raises Unavailable while some are left."""
    if not indices:
        return
    names = list(indices)
    client.indices.put_settings(index=names, settings=_MERGE)
    # What was deleted last may be in memory, and its text in the log of operations.
    client.indices.flush(index=names)
    client.options(request_timeout=_TIMEOUT_SECONDS).indices.forcemerge(
        index=names, only_expunge_deletes=True
    )
    client.indices.flush(index=names, force=True)
    stats = client.indices.stats(index=names, metric=["docs"])
    if left := stats["_all"]["total"]["docs"]["deleted"]:
        raise Unavailable(WHAT, f"{left} deleted documents are not yet removed from its files")
