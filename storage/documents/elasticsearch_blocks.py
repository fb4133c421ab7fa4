"""The blocks that keep an index of Elasticsearch from taking documents."""

from elasticsearch import Elasticsearch

_BLOCKS = ("read_only_allow_delete", "read_only", "write")


def is_read_only(client: Elasticsearch, indices: str) -> bool:
    """Return whether one of the indices takes no documents, as when a node's disk passes the
    flood-stage watermark.
    """
    settings = client.indices.get_settings(index=indices, name="index.blocks.*", flat_settings=True)
    return any(
        each["settings"].get(f"index.blocks.{block}") == "true"
        for each in settings.values()
        for block in _BLOCKS
    )
