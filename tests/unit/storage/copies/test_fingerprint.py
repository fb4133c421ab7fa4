"""Which texts are copies of each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.copies.fingerprint import BANDS, HASHES, Fingerprint, are_copies, similarity
from storage.copies.minhash import fingerprint
from tests.unit.storage.copies.texts import characters, words


def taken(title: str, content: str) -> Fingerprint:
    found = fingerprint(title, content)
    assert found is not None
    return found


def judged(one: Fingerprint, other: Fingerprint) -> bool:
    """Return whether the index would find the pair and call it copies."""
    return bool(set(one.bands) & set(other.bands)) and are_copies(one.signature, other.signature)


@pytest.mark.parametrize("text", [words, characters])
def test_a_text_that_is_cut_retitled_or_changed_a_little_is_a_copy(text: object) -> None:
    assert callable(text)
    original = taken("A title", text(0, 400))
    changed = (
        text(0, 120) + (" 改 changed " if text is characters else " changed here ") + text(122, 400)
    )
    for copy in (text(0, 400), text(0, 300), text(80, 400), changed):
        assert judged(original, taken("Another title for it", copy))


@pytest.mark.parametrize("text", [words, characters])
def test_another_text_is_none_even_if_it_quotes_a_third(text: object) -> None:
    assert callable(text)
    original = taken("A title", text(0, 400))
    assert not judged(original, taken("A title", text(1000, 1400)))
    assert not judged(original, taken("A title", text(0, 130) + " " + text(2000, 2270)))


FORECAST = (
    "Weather for {0}: On {8} it will be mostly sunny with highs of {1} degrees and lows of {2} "
    "degrees. In the evening clouds move in from the west, with a {3} percent chance of rain. Wind "
    "comes from the north at {4} kilometres an hour, with gusts up to {5}. The sun rises at "
    "{6}:{7} and sets in the late afternoon. The outlook for the rest of the week is changeable, "
    "with showers on most days and a slight risk of thunderstorms over the hills."
)


def test_one_template_with_other_names_and_numbers_is_no_copy() -> None:
    forecasts = [
        FORECAST.format("Verlund", 18, 11, 70, 12, 35, 6, 44, "Tuesday"),
        FORECAST.format("Quimdar", 9, 2, 20, 29, 51, 7, 13, "Friday"),
        FORECAST.format("Wyntal", 23, 15, 45, 8, 19, 5, 58, "Sunday"),
    ]
    found = [taken("The weather", forecast) for forecast in forecasts]
    for index, forecast in enumerate(found):
        assert not any(judged(forecast, other) for other in found[:index])
    # The same forecast in a second paper is one, cut and under another headline, too.
    cut = forecasts[0][: int(0.8 * len(forecasts[0]))]
    assert judged(found[0], taken("Rain at Verlund", cut))


def test_case_spaces_and_punctuation_do_not_matter() -> None:
    plain = taken("A title", words(0, 100))
    assert taken("a TITLE", words(0, 100).replace(" ", ",\n ").upper() + ".") == plain


def test_a_short_text_has_no_fingerprint_and_titles_tell_rather_short_ones_apart() -> None:
    assert fingerprint("", "") is None
    assert fingerprint("Picture of the day", "A harbour at dawn.") is None
    notice = words(0, 30)
    one, other = (taken(words(first, first + 12), notice) for first in (1000, 2000))
    assert not judged(one, other)


@given(st.text(max_size=300), st.text(max_size=2000))
def test_any_text_has_a_fingerprint_of_the_right_form_or_none(title: str, content: str) -> None:
    found = fingerprint(title.replace("\ud800", ""), content)
    if found:
        assert len(found.signature) == HASHES
        assert similarity(found.signature, found.signature) == 1.0
        assert len(found.bands) == BANDS
        assert {len(band) for band in found.bands} == {10}
