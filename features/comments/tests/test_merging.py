"""Comments of several readings of one article become one list."""

from extractor.results import Post
from features.comments.merging import merged_comments


def test_comments_without_letters_are_not_one() -> None:
    known = (Post(author="Jane", body="👍"), Post(author="Jane", body="!!!"))
    assert merged_comments(known, (*known, Post(author="Jane", body="❤️"))) == (
        *known,
        Post(author="Jane", body="❤️"),
    )


def test_a_comment_that_a_feed_cuts_off_is_the_same() -> None:
    whole = Post(author="Jane", body="I walked there yesterday. " * 20)
    cut = Post(author="jane", body=whole.body[:300])
    assert merged_comments((whole,), (cut,)) == (whole,)
