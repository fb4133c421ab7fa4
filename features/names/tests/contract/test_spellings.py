"""Names with several spellings, on both databases."""

import pytest


@pytest.fixture(autouse=True)
def empty(tables: None) -> None:
    from features.names.models import SpelledName

    SpelledName.objects.all().delete()


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
