"""What all authors of a thread share is no part of their names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extractor.forum.shared_parts import without_shared_parts


@pytest.mark.parametrize(
    ("shown", "names"),
    [
        (["Post #1 by Anna", "Post #2 by Ben", "Post #12 by Cem"], ["Anna", "Ben", "Cem"]),
        (["-Anna", "-Ben"], ["Anna", "Ben"]),
        (["Anna /", "Ben /"], ["Anna", "Ben"]),
        *(
            (names, names)
            for names in (
                ["-Anna"],
                ["Anna Berg", "Anna Kamp", "Anna Hof"],
                ["Nguyễn An", "Nguyễn Bình", "Nguyễn Chi"],
                ["Guest 12", "Guest 15"],
                ["Anna (she/her)", "Ben (he/him)"],
                ["O'Brien", "O'Neill"],
                ["J. Smith", "J. Jones"],
                ["Dr. Anna", "Dr. Ben"],
                ["Jean-Pierre", "Jean-Paul"],
                ["[KFC]Duke", "[KFC]Ace"],
                ["user_one", "user_two"],
                ["Anna#1234", "Anna#5678", "Ben#9012"],
                ["anna@pump.example", "ben@pump.example"],
            )
        ),
    ],
)
def test_shared_parts(shown: list[str], names: list[str]) -> None:
    assert list(without_shared_parts(shown).values()) == names


@given(st.lists(st.text(max_size=30), max_size=8))
def test_names_keep_letters_and_never_grow(names: list[str]) -> None:
    own = without_shared_parts(names)
    assert own.keys() == set(names)
    for name, left in own.items():
        assert left in name
        assert left == name or any(map(str.isalpha, left))
