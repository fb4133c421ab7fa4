"""From the bytes of a page to its text and facts: pure functions, no network, clock, environment or storage."""

from extractor.extraction import extract
from extractor.results import Article, DateCandidate, Extraction, Hints, Post, Reason, Rejection, Thread

__all__ = ["Article", "DateCandidate", "Extraction", "Hints", "Post", "Reason", "Rejection", "Thread", "extract"]
