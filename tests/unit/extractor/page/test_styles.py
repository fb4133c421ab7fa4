"""Which classes the style sheets in a page hide everywhere."""

import pytest

from extractor.page.styles import MAX_LENGTH, hidden_classes

HIDING = ".k{display:none}"


@pytest.mark.parametrize(
    "sheet", [".k{display:none}", "p.k{opacity:0}", "div > p .k , .x{visibility:hidden}"]
)
def test_a_class_that_is_hidden_everywhere(sheet: str) -> None:
    assert "k" in hidden_classes([sheet])


@pytest.mark.parametrize(
    "sheet",
    [
        ".editing .k{display:none}",
        ".no-js .k{display:none}",
        "#menu .k{display:none}",
        ".a>.k{opacity:0}",
        ".a+.k{opacity:0}",
        ".a.k{display:none}",
        ".k{display:none} .js .k{display:inline}",
        ".js .k{display:inline} .k{display:none}",
        ".k{display:none} @media screen{.k{display:block}}",
        ".k{opacity:0} .loaded > .k.in{opacity: 1}",
        ".k{visibility:hidden} p, .k{visibility: visible}",
        "/* .k{display:none}",
    ],
)
def test_a_class_that_readers_see_somewhere(sheet: str) -> None:
    assert "k" not in hidden_classes([sheet])


def test_a_rule_that_shows_what_is_beside_a_class_does_not_show_it() -> None:
    assert hidden_classes([".k{display:none} .k .x{display:block}"]) == {"k"}


@pytest.mark.parametrize("part", ["@", "/*", "x", "a{", "@a{", "@a{b{}", ". ", "a>", ".a,", " "])
def test_the_longest_sheet_of_any_part_is_read_at_once(part: str) -> None:
    sheet = HIDING + part * (MAX_LENGTH // len(part))
    assert hidden_classes([sheet]) == {"k"}
