"""JSON that is cut off."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from extractor.lists.json_repair import up_to_last_object

ITEMS = st.lists(
    st.dictionaries(st.text(max_size=3), st.text() | st.integers() | st.lists(st.text())),
    max_size=4,
)


@given(items=ITEMS, cut=st.integers(min_value=0))
def test_whole_objects_of_a_list_stay_wherever_it_is_cut(items: list[Any], cut: int) -> None:
    text = json.dumps({"items": items})
    kept = up_to_last_object(text[: cut % len(text)])
    assert not kept or json.loads(kept)["items"] == items[: len(json.loads(kept)["items"])]


@given(items=ITEMS)
def test_a_whole_text_stays(items: list[Any]) -> None:
    assert up_to_last_object(json.dumps({"items": items})) == json.dumps({"items": items})


@given(st.text(alphabet='[]{}",\\\\a: '))
def test_any_text_has_an_answer(text: str) -> None:
    assert isinstance(up_to_last_object(text), str)


def test_a_text_that_ends_in_a_backslash_is_looked_through_once() -> None:
    whole = '[{"a": 1}'
    text = whole + ', {"b": "' + '\\"' * 500_000 + "\\"
    assert up_to_last_object(text) == f"{whole}]"
