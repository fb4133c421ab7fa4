"""Its tables."""

from django.db import models


class Puzzle(models.Model):
    """A puzzle."""

    text = models.TextField()

    def __str__(self) -> str:
        return self.text


class Guess(models.Model):
    """What somebody is about to guess."""

    text = models.TextField()

    def __str__(self) -> str:
        return self.text
