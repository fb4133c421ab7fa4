"""The functions that find the text of an article and the posts of a thread."""

from collections.abc import Callable
from dataclasses import dataclass

from extractor.body import newsloom
from extractor.forum import newsloom as newsloom_posts
from extractor.forum.marked import PostAlgorithm
from extractor.page.page import Page
from extractor.results import Body

BodyAlgorithm = Callable[[Page], Body]


@dataclass(frozen=True)
class Algorithms:
    """The name and the function for each kind of page; Newsloom's own without others."""

    body: tuple[str, BodyAlgorithm] = ("newsloom", newsloom.find_body)
    posts: tuple[str, PostAlgorithm] = ("newsloom", newsloom_posts.find_posts)


OURS = Algorithms()
