"""What is found: a name at its place in a text, with how sure that is."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["person", "org", "place"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name at ``text[start:end]``.

    ``name`` is the fullest form in the text: "Li Qiang" where it says "Li". ``confidence`` is from
    0 to 1.
    """

    start: int
    end: int
    name: str
    kind: Kind
    confidence: float
