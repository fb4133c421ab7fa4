"""Posts whose head is plain text in the paragraph of their words, below a line of the subject."""

import pytest

from tests.unit.extractor.forum.engines import ENTRIES, TITLE
from tests.unit.extractor.samples import read_thread


@pytest.mark.parametrize(
    ("lang", "name", "time", "form"),
    [
        ("fi", "Kirjoittaja", "Aika", "%d.%m.%y %H:%M:%S"),
        ("en", "Author", "Date", "%d/%m/%y %H:%M"),
        ("zh", "作者", "时间", "%Y-%m-%d %H:%M"),
    ],
)
def test_heads_in_the_paragraph_of_the_words(lang: str, name: str, time: str, form: str) -> None:
    posts = "".join(
        f"<table class=list><tr><td><span>Re: {TITLE} of ours</span></td></tr><tr><td><p>"
        f"<b>{name}</b>:&nbsp;{entry.author}&nbsp;<br>{time}:&nbsp;&nbsp;{entry.when.strftime(form).replace('.0', '.')}<br><br>"
        f"{entry.body}</p></td></tr><tr><td><a href='/report?{number}'>Report this post</a></td></tr></table>"
        for number, entry in enumerate(ENTRIES)
    )
    page = f"<html lang={lang}><title>{TITLE}</title><body><h1>{TITLE}</h1><div>{posts}</div>"
    found = read_thread(page, "http://forum.example.org/t/17", kind="thread").posts
    assert [post.author for post in found] == [entry.author for entry in ENTRIES]
    assert [post.body for post in found] == [entry.body for entry in ENTRIES]
    assert all(
        post.published and post.published.date() == entry.when.date()
        for post, entry in zip(found, ENTRIES, strict=True)
    )
