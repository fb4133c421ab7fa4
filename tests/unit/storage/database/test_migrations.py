"""Migrations keep what is stored."""

import pytest

from storage.database.sources.source_config import SourceConfig

SEARCH = SourceConfig(
    name="Search",
    channel="search",
    address="https://e.org/{keyword}",
    keywords=("x",),
    result_parser="baidu",
)


@pytest.mark.usefixtures("tables")
def test_sources_keep_their_result_parser_when_its_column_is_renamed() -> None:
    from django.core.management import call_command
    from django.db import connection

    from storage.database.sources.sources import add_source, get_source

    add_source(SEARCH, "anna")
    call_command("migrate", "configuration", "0006_names", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT wrapper FROM configuration_source")
        assert cursor.fetchall() in ([("baidu",)], (("baidu",),))
    call_command("migrate", "configuration", verbosity=0)
    assert get_source("Search").config() == SEARCH
