"""The style sheets keep to one scale: the sizes of type are those of ``base.css``, and margins and
gaps are steps.
"""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[3]
_DECLARATION = re.compile(r"(?<![-\w])([a-z0-9-]+): ([^;{}]+)")
_RAW = re.compile(r"(?<![-\w.])\d*\.?\d+(?:rem|em|px|pt|vw|%)")
_TYPE = {"font-size", "font"}
_SPACE = re.compile(r"margin(?:-[a-z]+)*|(?:row-|column-)?gap")
STEPS = {"0.25rem", "0.5rem", "0.75rem", "1rem", "1.5rem", "2.5rem"}
ANOTHER_SIZE = {
    "kbd { 0.875em": "a key is a little smaller than the words around it, whatever their size",
    ".menu summary::after { 0.75em": "so is the triangle of a menu",
}
ANOTHER_SPACE = {".reading { 4rem": "a text to read stands apart from what is known of it"}


def _declarations() -> Iterator[tuple[str, str, str]]:
    """Yield the selector, the property and the value of each declaration of all style sheets."""
    sheets = [*ROOT.glob("webui/static/**/*.css"), *ROOT.glob("features/*/static/**/*.css")]
    assert len(sheets) > 20
    for sheet in sheets:
        text = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        for rule in re.finditer(r"([^{}]+)\{([^{}]*)\}", text):
            for found in _DECLARATION.finditer(rule[2]):
                yield rule[1].strip(), found[1], found[2]


def test_every_size_of_type_is_on_the_scale() -> None:
    raw = [
        f"{selector} {{ {size}"
        for selector, name, value in _declarations()
        if name in _TYPE
        # What follows the slash is the height of a line.
        for size in _RAW.findall(re.sub(r"/\S+", "", value))
    ]
    assert sorted(raw) == sorted(ANOTHER_SIZE)


def test_the_scale_of_type_has_few_sizes() -> None:
    sizes = {name: value for _, name, value in _declarations() if name.startswith("--type-")}
    used = {
        name for _, _, value in _declarations() for name in re.findall(r"var\((--type-\d)\)", value)
    }
    assert used == set(sizes)
    assert len(set(sizes.values())) == len(sizes) <= 8


def test_margins_and_gaps_are_steps() -> None:
    raw = [
        f"{selector} {{ {size}"
        for selector, name, value in _declarations()
        # Negative ones follow from the padding that they undo, and em from the type beside it.
        if _SPACE.fullmatch(name) and "calc(" not in value
        for size in re.findall(r"(?<![-\w.])[\d.]+(?:rem|px)", value)
        if size not in STEPS
    ]
    assert sorted(raw) == sorted(ANOTHER_SPACE)
