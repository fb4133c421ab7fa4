"""Pages changed on purpose keep their text, and lose just what they are to lose."""

from lxml import html

from evaluation.perturb import cut_posts, hash_names


def test_names_are_replaced_and_text_is_not() -> None:
    page = "<html><body><div id='post_1' class='post first'>Ä<p class='post'>b</p></div></body></html>".encode()
    root = html.fromstring(hash_names(page).decode("utf-8-sig"))
    (outer,), (inner,) = root.xpath("//div"), root.xpath("//p")
    assert root.text_content() == "Äb"
    assert outer.get("class").split()[0] == inner.get("class")
    assert not {"post", "first", "post_1"} & {*outer.get("class").split(), outer.get("id")}
    assert not any(map(str.isdigit, outer.get("id")))


def test_posts_behind_the_first_are_cut_out() -> None:
    page = b"<html><body><ul><li>one</li> <li>two</li>, <li>three</li>!</ul><p>after</p></body></html>"
    xpaths = [f"/html/body/ul/li[{n}]" for n in (1, 2, 3)]
    root = html.fromstring(cut_posts(page, xpaths, 1).decode("utf-8-sig"))
    assert root.text_content() == "one , !after"
