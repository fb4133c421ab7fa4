"""Names with several spellings, on both databases."""

import pytest


@pytest.fixture(autouse=True)
def empty(tables: None) -> None:
    from features.names.models import DifferentNames, SpelledName

    SpelledName.objects.all().delete()
    DifferentNames.objects.all().delete()


def kept() -> list[tuple[str, str, list[str]]]:
    from features.names.store import spelled_names

    return [(each.kind, each.name, each.spellings) for each in spelled_names()]


def problems(kind: str, name: str, *spellings: str) -> list[str]:
    from features.names.store import save_spellings
    from storage.database.errors import Invalid

    with pytest.raises(Invalid) as refused:
        save_spellings(kind, name, spellings, "jane")
    return [each.code for each in refused.value.problems]


def test_the_spellings_of_a_name_are_replaced() -> None:
    from features.names.store import save_spellings
    from storage.database.searches.spellings import all_spellings

    save_spellings("org", "WHO", ["World Health Organization", "世卫组织", "WHO"], "jane")
    save_spellings("person", "Wei Li", ["李伟"], "jane")
    assert kept() == [
        ("org", "WHO", ["World Health Organization", "世卫组织"]),
        ("person", "Wei Li", ["李伟"]),
    ]
    found = all_spellings()
    assert found.of("org", "WORLD health organization") == (
        "WHO",
        "World Health Organization",
        "世卫组织",
    )
    assert found.of("person", "WHO") == ("WHO",)
    assert found.all_of("org", ["Unicef", "世卫组织"]) == (
        "Unicef",
        "世卫组织",
        "WHO",
        "World Health Organization",
    )
    assert found.aliases["person"] == {"李伟": "Wei Li"}
    save_spellings("org", "WHO", [], "jane")
    assert kept() == [("person", "Wei Li", ["李伟"])]


def test_no_spelling_means_two_names() -> None:
    from features.names.store import save_spellings

    save_spellings("org", "WHO", ["World Health Organization"], "jane")
    assert problems("org", "Unicef", "who") == ["spelling_has_spellings"]
    assert problems("org", "Unicef", "WORLD HEALTH ORGANIZATION") == ["spelling_of_another"]
    assert problems("org", "World Health Organization", "WTO") == ["spelling_of_another"]
    # A name in other capitals is the same name to a query.
    assert problems("org", "Who", "Weltgesundheitsorganisation") == ["spelling_has_spellings"]
    save_spellings("org", "WHO", ["Who", "World Health Organization"], "jane")


def test_what_is_no_name_is_refused() -> None:
    assert problems("city", "WHO", "A") == ["not_a_choice"]
    assert problems("org", "WHO", " A") == ["outer_space"]
    assert problems("org", "WHO", "A\x00") == ["control_characters"]
    assert problems("org", "WHO", "x" * 201) == ["too_long"]
    assert problems("org", "WHO", *map(str, range(31))) == ["too_many_entries"]
    assert kept() == []


def test_there_is_a_limit_of_names(monkeypatch: pytest.MonkeyPatch) -> None:
    from features.names import store

    monkeypatch.setattr(store, "MAX_NAMES", 1)
    store.save_spellings("org", "WHO", ["A"], "jane")
    assert problems("org", "WTO", "B") == ["too_many_names"]
    store.save_spellings("org", "WHO", ["B"], "jane")


def test_names_with_spellings_are_joined_with_all_of_them() -> None:
    from features.names.store import (
        different_names,
        join_names,
        part_name,
        save_spellings,
        tell_apart,
    )

    save_spellings("org", "WHO", ["World Health Organization"], "jane")
    save_spellings("org", "世卫组织", ["世界卫生组织"], "jane")
    tell_apart("org", "世界卫生组织", "WHO", "jane")
    tell_apart("org", "WHO", "世界卫生组织", "jane")
    assert len(different_names()) == 1
    for _ in range(2):
        join_names("org", "World Health Organization", "世界卫生组织", "jane")
    join_names("org", "世界卫生组织", "WHO", "jane")
    joined = ["World Health Organization", "世卫组织", "世界卫生组织"]
    assert kept() == [("org", "WHO", joined)]
    assert different_names() == []
    part_name("org", "Unknown", "x", "jane")
    for spelling in joined:
        part_name("org", "WHO", spelling, "jane")
    assert kept() == []


def test_what_is_no_pair_of_names_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    from features.names import store
    from storage.database.errors import Invalid

    with pytest.raises(Invalid):
        store.tell_apart("city", "WHO", "Who", "jane")
    monkeypatch.setattr(store, "MAX_DIFFERENT", 1)
    store.tell_apart("org", "WHO", 'The "Who"', "jane")
    with pytest.raises(Invalid) as refused:
        store.tell_apart("org", "WHO", "WTO", "jane")
    assert [each.code for each in refused.value.problems] == ["too_many_pairs"]
    store.forget_difference("org", 'The "Who"', "WHO", "jane")
    assert store.different_names() == []
