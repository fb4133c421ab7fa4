"""How much of a text its vector stands for."""

from hypothesis import given
from hypothesis import strategies as st

from storage.embedder.documents import LEAD_CHARACTERS, lead_of


def test_a_chinese_text_counts_with_a_third_of_the_characters() -> None:
    assert lead_of("a" * 1_000) == "a" * LEAD_CHARACTERS
    assert lead_of("汉" * 1_000) == "汉" * (LEAD_CHARACTERS // 3)
    assert lead_of("かな" * 500) == "かな" * (LEAD_CHARACTERS // 6)
    assert lead_of("한글" * 500) == "한글" * (LEAD_CHARACTERS // 6)
    assert lead_of("ꭰ" * 1_000) == "ꭰ" * LEAD_CHARACTERS
    assert lead_of("GDP增长" * 100).count("增长") == LEAD_CHARACTERS // 9


@given(st.text(alphabet="aé汉あ한 \n😀", max_size=700))
def test_a_lead_begins_a_text_and_a_short_text_is_its_lead(text: str) -> None:
    lead = lead_of(text)
    assert text.startswith(lead)
    assert len(lead) == len(text) or LEAD_CHARACTERS // 3 <= len(lead) <= LEAD_CHARACTERS
