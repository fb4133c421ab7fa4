"""Content-Usage in robots.txt: whose rule counts for which page."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.usage_rules import matches, own_groups, read_usage_rules

# The example of the draft.
TEXT = """\
User-Agent: *
Allow: /
Disallow: /never/
Content-Usage: / train-ai=n
Content-Usage: /ai-ok/ train-ai=y

User-Agent: ExampleBot
Allow: /
Content-Usage: / train-ai=y
"""


@pytest.mark.parametrize(
    ("agent", "path", "codes"),
    [
        ("Newsloom", "/test", ("train-ai=n",)),
        ("Newsloom", "/ai-ok/test", ("train-ai=y",)),
        ("Newsloom", "", ("train-ai=n",)),
        ("ExampleBot", "/test", ("train-ai=y",)),
        ("examplebot", "/ai-ok/test", ("train-ai=y",)),
    ],
)
def test_the_longest_path_of_the_own_group_counts(
    agent: str, path: str, codes: tuple[str, ...]
) -> None:
    rules = read_usage_rules(TEXT.splitlines(), agent)
    assert rules.codes(f"https://news.example{path}") == codes


def test_lines_before_the_first_group_are_for_all_without_one_of_their_own() -> None:
    text = "Content-Signal: ai-train=no\nUser-agent: other\nContent-Signal: search=yes"
    url = "https://news.example/"
    assert read_usage_rules(text.splitlines(), "Newsloom").codes(url) == ("train-ai=n",)
    assert read_usage_rules(text.splitlines(), "other").codes(url) == ("search=y",)


@pytest.mark.parametrize(
    ("rule", "codes"),
    [
        ("Content-Signal: search=yes,ai-train=no", ("train-ai=n", "search=y")),
        ("content-signal : ai-input=no # all", ("ai-use=n",)),
        ("Content-Signal: /news/ ai-train=no, search=yes", ("train-ai=n", "search=y")),
        ("Content-Signal: /other/ ai-train=no", ()),
        ("Content-Signal: ai-train=yes\nContent-Usage: / train-ai=n", ("train-ai=n",)),
        ("Content-Usage: train-ai=n", ("train-ai=n",)),
        ("Content-Signals: search=yes; ai-train=no", ("train-ai=n", "search=y")),
        ("Allow: /\n\nUser-agent: b\nContent-Signal: ai-train=no", ()),
        ("Allow: /\nUser-agent: Newsloom/2 (x)\nContent-Signal: ai-train=no", ("train-ai=n",)),
        ("Allow: /\nUser-agent: news\nContent-Signal: ai-train=no", ()),
    ],
)
def test_content_signals_count_as_usage_rules_do(rule: str, codes: tuple[str, ...]) -> None:
    lines = f"User-agent: *\n{rule}".splitlines()
    assert read_usage_rules(lines, "Newsloom").codes("https://a.example/news/1") == codes


def test_names_of_others_cost_nothing() -> None:
    others = [f"User-agent: bot-{number}" for number in range(5_000)]
    lines = [*others, "User-agent: *", "Content-Usage: / train-ai=n", *["x: y"] * 5_000]
    assert len(own_groups(lines, "Newsloom")) == 5_001
    assert read_usage_rules(lines, "Newsloom").codes("http://a.example/") == ("train-ai=n",)


def test_groups_may_share_rules_and_equal_paths_add_up() -> None:
    text = (
        "user-agent: a\nuser-agent: Newsloom\n\tContent-Usage :\t/news/\ttrain-ai=y # all\n"
        "content-usage: /news/ train-ai=n, search=y\ncontent-usage: news ai-use=n\n"
        "user-agent: b\ncontent-usage: / ai-use=n"
    )
    rules = read_usage_rules(text.splitlines(), "newsloom")
    assert rules.codes("https://news.example/news/1?x=1") == ("train-ai=n", "search=y")
    assert rules.codes("https://news.example/other") == ()
    assert read_usage_rules(text.splitlines(), "c").codes("https://news.example/") == ()


@given(
    st.text(alphabet="/ab*", max_size=12).map(lambda text: f"/{text}"),
    st.booleans(),
    st.text(alphabet="/ab", max_size=14).map(lambda text: f"/{text}"),
)
def test_patterns_match_as_expressions_do(path: str, is_whole: bool, place: str) -> None:
    expression = ".*".join(map(re.escape, path.split("*"))) + (r"\Z" if is_whole else "")
    expected = re.match(expression, place) is not None
    assert matches(f"{path}{'$' if is_whole else ''}", place) is expected


@given(st.lists(st.text(max_size=60), max_size=8))
def test_no_file_is_an_error(lines: list[str]) -> None:
    rules = read_usage_rules(["User-agent: *", *lines], "newsloom")
    assert isinstance(rules.codes("https://news.example/a"), tuple)
