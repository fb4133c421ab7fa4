"""Faults of XML that programs put together from texts, in feeds and sitemaps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from extractor.lists.xml_repair import repaired_xml


def text_of(markup: str) -> str:
    """The text of an element, for a parser that refuses faults."""
    parser = etree.XMLParser(resolve_entities=False)
    return str(etree.fromstring(repaired_xml(f"<a>{markup}</a>".encode()), parser).text or "")


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("The port&#29; and &#x1D;the&#0; sea", "The port and the sea"),
        ("Half a sign &#xD83D; and one too far &#1114112;", "Half a sign  and one too far "),
        ("Two halves &#55357;&#56832; of one sign", "Two halves 😀 of one sign"),
        (
            "Fish &amp; chips&nbsp;&ndash; the hall&rsquo;s bill",
            "Fish & chips\xa0– the hall’s bill",
        ),
        ("3 < 4, and <3 for all", "3 < 4, and <3 for all"),
        ("AT&T, R&D &lt;b&gt; &#38; &copy", "AT&T, R&D <b> & &copy"),
        ("Ports\x0b and\x1f ships", "Ports and ships"),
        ("<![CDATA[3 < 4 & &nbsp; &#29;]]>", "3 < 4 & &nbsp; &#29;"),
    ],
)
def test_what_programs_write_is_read(markup: str, text: str) -> None:
    assert text_of(markup) == text


@given(
    st.lists(
        st.one_of(
            st.integers(0, 0x120000).map(lambda number: f"&#{number};"),
            st.sampled_from(
                ["&", "<", "< ", "&x", "&eacute;", "&#x", "&#1", ";", "é", "1", "\x01"]
            ),
        )
    ).map("".join)
)
def test_no_sign_of_a_text_keeps_a_parser_from_reading_it(text: str) -> None:
    assert "\x01" not in text_of(text)
