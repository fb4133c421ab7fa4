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


QUERIES = {
    "": {},
    "q=bank&site=example.org&site=b.example&lang=zh": {
        "text": "bank",
        "filters": {"site": ["example.org", "b.example"], "lang": ["zh"]},
    },
    "q=%E9%93%B6%E8%A1%8C+OR+bank&after=-3h&zone=Europe%2FBerlin&copies=each": {
        "text": "银行 OR bank",
        "after": "-3h",
        "zone": "Europe/Berlin",
        "copies": "each",
    },
    "after=soon": {"after": "soon"},
    # Not as Newsloom writes them: the fields, and all that there was.
    "q=bank&mood=calm": {"text": "bank", "query": "q=bank&mood=calm"},
    "q=one&q=two": {"text": "two", "query": "q=one&q=two"},
    "site=b.example&q=bank": {
        "text": "bank",
        "filters": {"site": ["b.example"]},
        "query": "site=b.example&q=bank",
    },
    "q=%FF%00&&=;": {"text": "\ufffd\x00", "query": "q=%FF%00&&=;"},
}


@pytest.mark.usefixtures("tables")
def test_saved_searches_become_fields_and_query_strings_again() -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection

    from storage.database.models import SavedSearch

    owner = User.objects.create_user("jane")
    for query in QUERIES:
        SavedSearch.objects.create(owner=owner, name=f"The search {query}")

    def stored() -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT query FROM configuration_savedsearch ORDER BY id")
            return [query for (query,) in cursor.fetchall()]

    call_command("migrate", "configuration", "0024_message_ways", verbosity=0)
    assert set(stored()) == {""}
    with connection.cursor() as cursor:
        for query in QUERIES:
            cursor.execute(
                "UPDATE configuration_savedsearch SET query = %s WHERE name = %s",
                [query, f"The search {query}"],
            )
    call_command("migrate", "configuration", verbosity=0)
    found = [search.criteria for search in SavedSearch.objects.order_by("pk")]
    assert found == list(QUERIES.values())
    call_command("migrate", "configuration", "0024_message_ways", verbosity=0)
    assert stored() == list(QUERIES)
    call_command("migrate", "configuration", verbosity=0)


@pytest.mark.usefixtures("tables")
def test_sources_from_before_are_found_by_their_address() -> None:
    from django.core.management import call_command

    from storage.database.sources.known_sources import feeds_at
    from storage.database.sources.sources import add_source

    feed = SourceConfig(name="Feed", channel="feed", address="http://www.e.org/feed/")
    add_source(feed, "anna")
    call_command("migrate", "configuration", "0036_order_of_sources", verbosity=0)
    call_command("migrate", "configuration", verbosity=0)
    assert [each.name for each in feeds_at(["https://e.org/feed"])] == ["Feed"]


@pytest.mark.usefixtures("tables")
def test_spot_checks_keep_their_owners_and_last_answers() -> None:
    from django.contrib.auth.models import User
    from django.core.management import call_command
    from django.db import connection

    from storage.database.models import DrawnDocument, SpotCheck

    call_command("migrate", "configuration", "0048_search_rules", verbosity=0)
    try:
        with connection.cursor() as cursor:
            for number, who in ((1, "jane"), (2, "gone")):
                cursor.execute(
                    "INSERT INTO configuration_spotcheck (id, who, created, query, days, spread, "
                    "seed, matches, readers) VALUES (%s, %s, '2026-11-27 08:00:00', '', 0, "
                    "'documents', 1, 1, 2)",
                    [number, who],
                )
                cursor.execute(
                    "INSERT INTO configuration_drawndocument (id, check_of_id, place, document, "
                    "source_id, source, kind, lang, given, left_out) VALUES (%s, %s, 1, 'd', 1, "
                    "'News', 'article', 'en', 2, 0)",
                    [number, number],
                )
                for reader, title in (("jane", "right"), ("lost", "wrong")):
                    cursor.execute(
                        "INSERT INTO configuration_spotanswer (drawn_id, who, title, time, whole, "
                        "pure, correct, at) VALUES (%s, %s, %s, 'right', 'unsure', 'right', "
                        "'{}', '2026-11-27 08:00:00')",
                        [number, reader, title],
                    )
        jane = User.objects.create_user("jane")
    finally:
        call_command("migrate", "configuration", verbosity=0)
    assert dict(SpotCheck.objects.values_list("who", "owner")) == {"jane": jane.pk, "gone": None}
    # Of several answers, the last one counts.
    last = {"title": "wrong", "time": "right", "whole": "unsure", "pure": "right"}
    assert list(DrawnDocument.objects.values_list("answers", flat=True)) == [last, last]


@pytest.mark.usefixtures("tables")
def test_migrations_say_all_that_models_say() -> None:
    from django.core.management import call_command

    # Leaves with an error if a migration is missing.
    call_command("makemigrations", check=True, dry_run=True, verbosity=1)
