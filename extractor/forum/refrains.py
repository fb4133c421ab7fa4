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
_MIN_SHARE = 0.2
"""The same as a share of all posts that say more than this line."""
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
    """Lines that are alike: the first of them, the posts with such a line, and those of them that
    say something else, too.
    """

    sample: str
    posts: list[int] = field(default_factory=list)
    beside: list[int] = field(default_factory=list)


def refrains(bodies: Sequence[Sequence[str]], authors: Sequence[str], at: int) -> list[int]:
    """Return the posts of a thread whose first line (``at`` 0) or last line (-1) is such a one.

    A line that names an author is somebody's, and so is one that most of its posts consist of.
    """
    names = {author for author in authors if len(author) > 1}
    forms: list[_Form] = []
    for post, lines in enumerate(bodies):
        line = lines[at] if lines else ""
        if not 0 < len(line) <= _MAX_LENGTH or line.endswith(_ENDS) or _addresses(line, names):
            continue
        shape = masked(line)
        form = next((form for form in forms if _are_alike(form.sample, shape)), None)
        if form is None:
            form = _Form(shape)
            if len(forms) < _MAX_FORMS:
                forms.append(form)
        form.posts.append(post)
        if len(lines) > 1:
            form.beside.append(post)
    wanted = max(_MIN_POSTS, _MIN_SHARE * sum(len(lines) > 1 for lines in bodies))
    return [
        post
        for form in forms
        if len(form.beside) >= max(wanted, len(form.posts) / 2)
        and len({authors[post] for post in form.beside}) > 1
        and not any(_is_within(form.sample, bodies[post]) for post in form.beside)
        for post in form.posts
    ]


def _is_within(shape: str, lines: Sequence[str]) -> bool:
    """Return whether a post has a line twice, as below each of its pictures."""
    return sum(len(line) <= _MAX_LENGTH and masked(line) == shape for line in lines) > 1


def _addresses(line: str, names: Collection[str]) -> bool:
    """Return whether a line calls somebody."""
    return "@" in line or any(name in line for name in names)


def _are_alike(one: str, other: str) -> bool:
    """Return whether two lines begin and end with the same words, and have hardly more."""
    if one[0] != other[0] and one[-1] != other[-1]:
        return False
    if one == other and _COUNT in one:
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
