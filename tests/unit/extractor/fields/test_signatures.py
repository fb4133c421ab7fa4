"""Authors named by a signature below the text, and organisations whose names contain "and"."""

from tests.unit.extractor import samples
from tests.unit.extractor.fields.pages import json_ld, page


def _author(markup: str) -> str:
    return samples.read_article(markup, kind="article").author


def test_the_first_signature_below_a_text_is_the_authors_and_later_ones_are_comments() -> None:
    signed = "<p>Posted by Ann Hill on March 12, 2010 at 07:14 PM in Books</p>"
    comments = "<h3>Comments</h3><p>I want this very badly.</p><p>Posted by: Dorothea | March 13, 2010 at 9:40</p>"
    text = "".join(f"<p>{paragraph}</p>" for paragraph in samples.FRENCH * 8)
    assert _author(page(after=text + signed + comments)) == "Ann Hill"


def test_the_name_of_an_organisation_is_not_taken_apart() -> None:
    name = "Center for Boats and Bridges"
    head = json_ld({"@type": "Article", "author": {"@type": "Organization", "name": name}})
    assert _author(page(head=head)) == name
