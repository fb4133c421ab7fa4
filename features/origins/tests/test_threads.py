"""Which parts of a thread's page are marked."""

from features.origins.tests.views import marked, parts, said
from tests.unit.extractor.samples import POSTS, thread_page


def test_author_day_and_text_of_each_post_are_marked() -> None:
    view = marked(thread_page(POSTS), kind="thread")
    assert parts(view, "title") == ["How do I mend my bicycle"]
    assert parts(view, "author") == [author for author, _, _ in POSTS]
    assert parts(view, "day") == [time for _, time, _ in POSTS]
    assert parts(view, "text") == [body for _, _, body in POSTS]
    counts = {origin.field: (origin.count, origin.total) for origin in view.origins}
    assert [counts[field] for field in ("author", "day", "text")] == [(3, 3)] * 3
    numbers = [line.post for run in view.runs for line in run.lines if line.post]
    assert numbers == [1, 2, 3]
    assert said(view, "title") == ["#heading h1", "title"]


def test_a_quotation_is_left_out_where_the_post_itself_is_shown() -> None:
    first = POSTS[0]
    quoting = f"<blockquote>{first[2]}</blockquote>Have you looked at the teeth of the wheel?"
    posts = [first, ("bertil", "2024-03-05 10:25", quoting), POSTS[2]]
    view = marked(thread_page(posts), kind="thread")
    assert parts(view, "text").count(first[2]) == 1
    assert view.unsure == 0


def test_a_time_is_marked_where_an_attribute_says_it_exactly() -> None:
    times = ("2024-03-05 10:10", "2024-03-05 10:25", "2024-03-05 11:00")
    posts = [
        (author, f'<time datetime="{time}">{hours} hours ago</time>', body)
        for (author, _, body), time, hours in zip(POSTS, times, (26, 25, 24), strict=True)
    ]
    view = marked(thread_page(posts), kind="thread")
    assert parts(view, "day") == ["26 hours ago", "25 hours ago", "24 hours ago"]
