"""Find the lines at the ends of posts that come again in posts of others, alike but for a few
words: "posted by wap, platform: iPhone" is no word of who writes. Pure.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from extractor.forum.cues import masked

_MAX_LENGTH = 70
"""Most characters of such a line. Longer ones are words of the posts."""
_MIN_POSTS = 3
"""Fewest posts with such a line. Two authors may end alike."""
_MIN_SHARE = 0.5
"""The same as a share of all posts that say more than this line. In fewer, it may be a greeting or
thanks; the labelled boards with such lines have them in more.
"""
_MIN_ALIKE = 0.5
"""Least share of the longer line that two alike ones have at their ends."""
_MIN_SAME = 12
"""Fewest characters that they share: short thanks and greetings are everybody's. A Chinese,
Japanese or Korean one counts twice.
"""
_MAX_FORMS = 60
"""Most forms of lines that are told apart. Bounds the time for a thread whose posts end unlike."""
_COUNT = "0"
"""How a number is masked. Lines with the same words about another number are no greetings."""
_ENDS = (".", "!", "?", "。", "！", "？", ",", "，")
"""What ends a sentence and a greeting."""


@dataclass
class _Form:
    """Lines that are alike: the first of them, and the posts with such a line."""

    sample: str
    posts: list[int] = field(default_factory=list)


def refrains(bodies: Sequence[Sequence[str]], authors: Sequence[str], at: int) -> list[int]:
    """Return the posts of a thread whose first line (``at`` 0) or last line (-1) is such a one.

    A line that names an author is somebody's, and so is one that most of its posts consist of.
    """
    forms: list[_Form] = []
    for post, lines in enumerate(bodies):
        line = lines[at] if lines else ""
        if not 0 < len(line) <= _MAX_LENGTH or line.endswith(_ENDS) or "@" in line:
            continue
        shape = masked(line)
        form = next((form for form in forms if _are_alike(form.sample, shape)), None)
        if form is None:
            form = _Form(shape)
            if len(forms) < _MAX_FORMS:
                forms.append(form)
        form.posts.append(post)
    wanted = max(_MIN_POSTS, _MIN_SHARE * sum(len(lines) > 1 for lines in bodies))
    names = {author for author in authors if 1 < len(author) <= _MAX_LENGTH}
    lengths = {len(name) for name in names}
    found: list[int] = []
    for form in forms:
        if len(form.posts) < wanted:
            continue
        posts = [post for post in form.posts if not _is_calling(bodies[post][at], names, lengths)]
        beside = [post for post in posts if len(bodies[post]) > 1]
        if (
            len(beside) >= max(wanted, len(posts) / 2)
            and len({authors[post] for post in beside}) > 1
            and not any(_is_within(form.sample, bodies[post]) for post in beside)
        ):
            found += posts
    return found


def _is_within(shape: str, lines: Sequence[str]) -> bool:
    """Return whether a post has a line twice, as below each of its pictures."""
    return sum(len(line) <= _MAX_LENGTH and masked(line) == shape for line in lines) > 1


def _is_calling(line: str, names: Collection[str], lengths: Collection[int]) -> bool:
    """Return whether a line has one of the names, which have these lengths: a thread may have
    thousands of authors.
    """
    return any(
        line[start : start + length] in names
        for length in lengths
        for start in range(len(line) - length + 1)
    )


def _are_alike(one: str, other: str) -> bool:
    """Return whether two lines begin and end with the same words, and have hardly more."""
    if one[0] != other[0] and one[-1] != other[-1]:
        return False
    if one == other and _COUNT in one and any(map(str.isalpha, one)):
        return True
    before = _whole_words(one, _same(one, other))
    left = min(len(one), len(other)) - before
    after = min(left, _same(one[::-1], other[::-1]))
    same = one[:before] + one[len(one) - after :]
    is_enough = len(same) + sum(not char.isascii() for char in same) >= _MIN_SAME
    return is_enough and len(same) >= _MIN_ALIKE * max(len(one), len(other))


def _same(one: str, other: str) -> int:
    """Return how many characters two texts have in common before they differ."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _whole_words(text: str, end: int) -> int:
    """Return where the last word ends that is whole before ``end``."""
    while 0 < end < len(text) and text[end - 1].isascii() and text[end - 1].isalnum():
        end -= 1
    return end
