"""The port *state*: keys with small contents, and the few operations that change and read them.

A store of small facts is a plain class over ``State``: it names its keys, and says what they mean.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

Content = TypeVar("Content")
Value = TypeVar("Value")
Answer = TypeVar("Answer", covariant=True)

_TOGETHER = 100
"""How many keys are read at once, so that others are served in between."""


@dataclass(frozen=True)
class Key(Generic[Content]):
    """The name of a content, in two parts.

    Keys with the same ``group`` are on one node of a cluster, so their operations can be atomic
    together. A key without content does not exist.
    """

    group: str
    rest: str = ""


class Texts(Key[dict[str, str]]):
    """Texts by name."""


class Counts(Key[dict[str, int]]):
    """Whole numbers by name."""


class Members(Key[set[str]]):
    """A set."""


class Ranks(Key[dict[str, float]]):
    """Names with a number each, in the order of the numbers, then of the names."""


class Lines(Key[list[str]]):
    """Lines, oldest first."""


@dataclass(frozen=True)
class Operation(Generic[Answer]):
    """One step of a batch."""

    key: Key[Any]


class Reading(Operation[Answer]):
    """A step that changes nothing."""


@dataclass(frozen=True)
class Put(Operation[None]):
    """Keep values by name, in place of older ones; with ``only_new``, older ones stay."""

    key: Texts | Counts
    values: Mapping[str, str | int]
    only_new: bool = False


@dataclass(frozen=True)
class Count(Operation[None]):
    """Add numbers by name; what is missing is 0."""

    key: Counts
    numbers: Mapping[str, int]


@dataclass(frozen=True)
class Get(Reading[dict[str, Value]]):
    """Return those of these names that have a value."""

    key: Key[dict[str, Value]]
    names: Collection[str]


@dataclass(frozen=True)
class All(Reading[Content]):
    """Return the whole content."""

    key: Key[Content]


@dataclass(frozen=True)
class Add(Operation[None]):
    """Add members to a set."""

    key: Members
    members: Collection[str]


@dataclass(frozen=True)
class Admit(Operation[bool]):
    """Add a member unless the set has ``most`` others; return whether it is in the set now."""

    key: Members
    member: str
    most: int


@dataclass(frozen=True)
class Has(Reading[set[str]]):
    """Return those of these members that are in the set."""

    key: Members
    members: Collection[str]


@dataclass(frozen=True)
class Size(Reading[int]):
    """Return how many there are; of ``Ranks``, with a number of at least ``least``."""

    key: Members | Ranks
    least: float | None = None


@dataclass(frozen=True)
class Rank(Operation[None]):
    """Give names their numbers; with ``only_new``, names that have one keep it.

    Then only the ``most`` highest stay, and only those of at least ``least``.
    """

    key: Ranks
    numbers: Mapping[str, float]
    most: int | None = None
    least: float | None = None
    only_new: bool = False


@dataclass(frozen=True)
class Append(Operation[None]):
    """Add lines at the end; then only the newest ``most`` stay. Without lines, nothing changes."""

    key: Lines
    lines: Sequence[str]
    most: int


@dataclass(frozen=True)
class Remove(Operation[int]):
    """Remove names, members or lines; return how many there were."""

    key: Key[Any]
    names: Collection[str]


@dataclass(frozen=True)
class Keep(Operation[None]):
    """Forget the key in so many seconds from now, unless it is told again to be kept.

    A batch that writes to a key that expires says so: a new content does not expire by itself.
    """

    seconds: float


@dataclass(frozen=True)
class KeepUntil(Operation[None]):
    """Forget the key at a time (Unix time), at once if that is over."""

    at: float


class State(Protocol):
    """Contents by key, for all processes. Methods raise ``storage.errors.Unavailable``."""

    def run(self, operation: Operation[Answer]) -> Answer:
        """Carry out one operation, and return its answer."""
        answer: Answer
        [answer] = self.run_all([operation])
        return answer

    def run_all(self, operations: Sequence[Operation[Any]]) -> list[Any]:
        """Carry out operations in their order, in one round trip, and return their answers.

        It is atomic if all keys are of one group. Of several groups, one may be missing if the
        server fails meanwhile.
        """

    def scan(self, key: Texts) -> Iterator[tuple[str, str]]:
        """Yield the texts of a key that may be too large to read at once, in any order; what
        changes meanwhile may be missing, or come twice.
        """

    def keys(self, beginning: Key[Content]) -> list[Key[Content]]:
        """Return the keys of the same kind and group whose rest begins like this one's."""

    def now(self) -> float:
        """Return the Unix time by the clock that all processes share."""

    def close(self) -> None:
        """Release connections and files."""


class StateStore:
    """A store over a ``State``, which it closes."""

    def __init__(self, state: State) -> None:
        """Take the state; the first call connects, or opens the file."""
        self._state = state

    def close(self) -> None:
        """Release connections and files."""
        self._state.close()


def erase(state: State, keys: Iterable[Key[Any]], is_erased: Callable[[str], bool]) -> None:
    """Remove the texts, members, ranks and lines of these keys that name what was erased."""
    waiting = iter(keys)
    while together := list(islice(waiting, _TOGETHER)):
        contents = state.run_all([All(key) for key in together])
        for key, content in zip(together, contents, strict=True):
            named = [each for each in content if is_erased(_whole(content, each))]
            if named:
                state.run(Remove(key, named))


def _whole(content: Any, name: str) -> str:
    """Return a name with its text, if it has one."""
    if isinstance(content, dict):
        return f"{name} {content[name]}"
    return name
