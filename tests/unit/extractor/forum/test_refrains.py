"""Lines that programs and boards put before or behind the words of many posts, alike but for a few
words.
"""

from functools import partial

import pytest

from extractor.forum.notes import is_sent_from
from extractor.forum.refrains import refrains
from tests.unit.extractor.forum.boards import post_of, thread_of
from tests.work import counted

_WORDS = (
    "锅炉一到晚上就响，有人遇到过吗？",
    "先看看水压，我家也是这样。",
    "水压正常，两格半。",
    "那就是循环泵里有空气，放一下气就好。",
    "放过了，还是响，只是轻一点。",
    "泵老了，换一个吧，不贵。",
)
_AUTHORS = ("老周", "小满", "老周", "阿禾", "老周", "秋分")


def _read(lines: tuple[str, ...], change: str) -> list[str]:
    """Return the texts of a thread, each with a line from a program, "" for none."""
    posts = [
        post_of(author, change.format(words=words, line=line) if line else words, f"2021-03-0{day} 10:10")
        for day, (author, words, line) in enumerate(zip(_AUTHORS, _WORDS, lines, strict=True), 1)
    ]  # fmt: skip
    return [post.body for post in thread_of(posts, "zh").posts]


@pytest.mark.parametrize(
    "change",
    ["{words}<br><br>{line}", "<div>{words}</div><div class='q7'>{line}</div>", "<p>{line}</p><p>{words}</p>"],
)  # fmt: skip
@pytest.mark.parametrize(
    "lines",
    [
        ("posted by wap, platform: Opal 9", "", "posted by wap, platform: Kite", "posted by wap, platform: Kite", "", ""),
        ("由掌上炉友发布 机型 K3", "由掌上炉友发布 机型 蓝鸟", "", "由掌上炉友发布 机型 K3", "", "由掌上炉友发布 机型 青鸟二代"),
        ("- written on the Stove app for Kite", "- written on the Stove app for Opal", "", "", "- written on the Stove app for Wren", ""),
    ],
)  # fmt: skip
def test_lines_of_programs_are_no_words(change: str, lines: tuple[str, ...]) -> None:
    assert _read(lines, change) == list(_WORDS)


@pytest.mark.parametrize(
    "lines",
    [
        ["谢谢", "谢谢", "谢谢", "谢谢", "谢谢", "谢谢"],
        ["Thanks!", "Thanks a lot", "Thanks", "Thank you", "Thanks", "Thx"],
        ["I would bleed it", "I would not", "I would bleed the pump", "I did", "I am not so sure", "No"],
        ["Hello @pavel, look here", "Hello @anna, look here", "Hello @ben, look here", "a", "b", "c"],
        ["Hello anna, look here", "Hello anna, look there", "Hello anna, look up", "a", "b", "c"],
        ["1", "2", "3", "4", "5", "6"],
        ["420", "377 + 5", "512", "300", "- 60", "1998"],
    ],
)  # fmt: skip
def test_thanks_calls_and_numbers_are_words_of_their_authors(lines: list[str]) -> None:
    authors = ["anna", "ben", "anna", "pavel", "ida", "mo"]
    for at in (0, -1):
        bodies = [[line, "It hums."][:: 1 if at == 0 else -1] for line in lines]
        assert refrains(bodies, authors, at) == []


def test_what_most_posts_consist_of_is_theirs() -> None:
    wishes = [["Happy birthday, old stove"] for _ in range(5)]
    bodies = [["It is ten today", "Happy birthday, old stove"], *wishes]
    assert refrains(bodies, ["anna", "ben", "ida", "mo", "pavel", "zoe"], -1) == []


def test_a_post_of_a_picture_keeps_nothing_of_the_program() -> None:
    bodies = [["It hums", "from my Opal phone"]] * 4 + [["from my Kite phone"]]
    assert refrains(bodies, ["anna", "ben", "ida", "mo", "pavel"], -1) == [0, 1, 2, 3, 4]


def test_a_caption_below_each_picture_is_kept() -> None:
    line = "Join to see the facts of this picture"
    bodies = [["It hums", line], ["And here", line], [line, "Both at night", line], ["Mine", line]]
    assert refrains(bodies, ["anna", "ben", "ida", "mo"], -1) == []


def test_the_end_of_one_author_alone_is_that_authors() -> None:
    bodies = [["It hums", "Yours from the cellar"]] * 4
    assert refrains(bodies, ["anna"] * 4, -1) == []


@pytest.mark.parametrize(
    "line",
    ["posted by wap, platform: Opal 9", "发自手机炉友 m.luyou.example", "发自手机炉友 m.luyou.com", "来自 炉友App", "Sent from my Kite using Stove"],
)  # fmt: skip
def test_known_lines_of_programs_in_a_short_thread(line: str) -> None:
    assert is_sent_from(line) == ("example" not in line)


@pytest.mark.parametrize(
    "line", ["posted by wap, platform: Opal {n}", "{n} is the number of my pump"]
)
def test_work_does_not_grow_with_the_square_of_the_authors(line: str) -> None:
    calls = []
    for count in (2_000, 6_000):
        authors = [f"walker{n}" for n in range(count)]
        bodies = [
            [f"Words of {n}", line.format(n=n), f"And {n * 7919 % count} more"]
            for n in range(count)
        ]
        for at in (0, -1):
            assert len(refrains([lines[:2] for lines in bodies], authors, at)) in (0, count)
            assert len(refrains(bodies, authors, at)) in (0, count)
        calls.append(counted(partial(_look_at_both_ends, bodies, authors))[1])
    assert calls[1] < 4 * calls[0]  # nine times as many if it were the square


def _look_at_both_ends(bodies: list[list[str]], authors: list[str]) -> None:
    for at in (0, -1):
        refrains([lines[:2] for lines in bodies], authors, at)
        refrains(bodies, authors, at)
