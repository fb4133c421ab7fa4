"""The mark of a restore: an index without documents, because of all processes one can make it."""

from collections.abc import Iterator
from contextlib import contextmanager

from elasticsearch import BadRequestError, Elasticsearch, NotFoundError

from storage.documents.elasticsearch_errors import WHAT, translation
from storage.errors import Refused

# No prefix has this letter: so it is the index of no other Newsloom.
_MARK = "~restore"
_DATABASE = "database"


@contextmanager
def restore_mark(client: Elasticsearch, prefix: str, database: str) -> Iterator[None]:
    """Keep the mark of a restore for a database during the block; a kill leaves it.

    Raises Refused if it is the mark of another database.
    """
    index = f"{prefix}{_MARK}"
    with translation():
        holder = _held_by(client, index, database)
    if holder != database:
        raise Refused(
            "the backup",
            f"another process restores one into this {WHAT} for {holder}, or was stopped: wait "
            f"until it has ended, or repeat it; if that database is gone, delete the index {index}",
        )
    try:
        yield
    finally:
        with translation():
            client.indices.delete(index=index, ignore_unavailable=True)


def _held_by(client: Elasticsearch, index: str, database: str) -> str:
    """Make the mark unless it is there; return the database that it is for."""
    try:
        client.indices.create(
            index=index,
            settings={"number_of_shards": 1, "auto_expand_replicas": "0-1"},
            mappings={"_meta": {_DATABASE: database}},
        )
    except BadRequestError as error:
        if error.error != "resource_already_exists_exception":
            raise
    try:
        mapping = client.indices.get_mapping(index=index)[index]["mappings"]
    except NotFoundError:
        # The restore that held the place has ended meanwhile.
        return _held_by(client, index, database)
    return str(mapping["_meta"][_DATABASE])
