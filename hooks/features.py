"""Which features are on in a process, and how the core asks them."""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar

import pluggy

from hooks import specifications

_Made = TypeVar("_Made")
logger = logging.getLogger(__name__)

FOLDER = Path(__file__).parents[1] / "features"
ALL = "all"
NONE = "none"
_SETTINGS = "settings"
"""The module of a feature with its settings."""
_FILES: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "routes": ("urls", lambda urls: urls.urlpatterns),
    "api_routers": ("api", lambda api: [api.router]),
    "audit_labels": ("labels", lambda labels: getattr(labels, "AUDIT", None)),
    "problem_sentences": ("labels", lambda labels: getattr(labels, "PROBLEMS", None)),
}
"""The hooks at which a module of a feature is the answer, if there is one of that name."""
FEATURE_FAILED = "feature.failed"
"""The event of a feature that raised at a hook. Fields: feature, hook, exception."""
FEATURES_INCOMPLETE = "features.incomplete"
"""The event of a choice that is wrong, or of a feature that is off. Fields: error."""


@dataclass(frozen=True, kw_only=True)
class Features:
    """The features that are on.

    Attributes:
        names: Their names, sorted.
        off: The names of those that are here and off, sorted.
        problems: What is wrong with the choice or with a feature, each as a sentence that names it.
            The rest works.
        errors: Why features could not be imported, by name.
        passing: The errors that ``ask`` lets pass: those that say that a store does not answer.
        folders: The folders of those that are on, in the order of the names.
    """

    names: tuple[str, ...]
    off: tuple[str, ...]
    problems: tuple[str, ...]
    errors: Mapping[str, Exception]
    passing: tuple[type[Exception], ...]
    folders: tuple[Path, ...]
    _manager: pluggy.PluginManager = field(repr=False)
    _made: dict[Callable[["Features"], Any], Any] = field(default_factory=dict, repr=False)

    @property
    def apps(self) -> list[str]:
        """The Django applications of the features: each folder is one."""
        return [f"{folder.parent.name}.{folder.name}" for folder in self.folders]

    def off_with_tables(self) -> list[str]:
        """Return the names of those that are off and keep something in tables of their own."""
        return [name for name in self.off if (FOLDER / name / "migrations").is_dir()]

    def off_with_data(self) -> list[str]:
        """Return the names of those that are off and keep something, in tables or elsewhere."""
        elsewhere = {name for name, kind in feature_settings().items() if kind and kind.KEEPS}
        tables = set(self.off_with_tables())
        return [name for name in self.off if name in tables | elsewhere]

    def off_with_channels(self) -> list[str]:
        """Return the names of those that are off and bring channels: each has a module of that
        name.
        """
        return [name for name in self.off if (FOLDER / name / "channel.py").exists()]

    def ask(self, hook: str, **arguments: object) -> list[Any]:
        """Return the answers of the features that have one at a hook, sorted by their names.

        A feature that raises is logged, and has no answer. One that cannot say its addresses is off
        from then on: what it shows elsewhere would link to them.
        """
        answers = (answer for _, answer in self._answers(hook, arguments))
        return [answer for answer in answers if answer is not None]

    def ask_for_all(self, hook: str, **arguments: object) -> list[Any]:
        """Return the answers at a hook that asks for several things, in one list."""
        found: list[Any] = []
        for name, answer in self._answers(hook, arguments):
            if answer is None:
                continue
            try:
                found += answer
            # An answer that is no list is a bug of the feature, as if it had raised.
            except TypeError:
                self.note_failure(name, hook)
        return found

    def once(self, make: Callable[["Features"], _Made]) -> _Made:
        """Return what a function makes of the features. It is called once in a process: for answers
        that are asked for often and stay the same.
        """
        if make not in self._made:
            self._made[make] = make(self)
        found: _Made = self._made[make]
        return found

    def tell(self, hook: str, **arguments: object) -> list[Any]:
        """Let each feature do its part of something that must not be left half done, and return
        what they answer.

        Unlike ``ask``, it lets every error pass.
        """
        answers: list[Any] = getattr(self._manager.hook, hook)(**arguments)
        return answers

    def note_failure(self, name: str, hook: str) -> None:
        """Log the exception that is being handled as that of a feature at a hook."""
        logger.exception(FEATURE_FAILED, extra={"feature": name, "hook": hook})
        if hook in specifications.ESSENTIAL:
            self._manager.unregister(name=name)

    def _answers(self, hook: str, arguments: Mapping[str, object]) -> Iterator[tuple[str, Any]]:
        implementations = getattr(self._manager.hook, hook).get_hookimpls()
        for each in sorted(implementations, key=lambda found: found.plugin_name):
            try:
                answer = each.function(*(arguments[name] for name in each.argnames))
            except self.passing:
                raise
            except Exception:  # noqa: BLE001 logged as the feature's
                self.note_failure(each.plugin_name, hook)
            else:
                yield each.plugin_name, answer


def load_features(
    wanted: Sequence[str] = (ALL,),
    passing: tuple[type[Exception], ...] = (),
    package: str = FOLDER.name,
) -> Features:
    """Import the features that are wanted.

    Args:
        wanted: ``all`` or ``none``, then names: with ``-`` in front they are off, else on, as in
            ``("all", "-dashboards")``. Names alone are those that are on.
        passing: See Features.
        package: The package whose folders are the features.

    What is wrong with one feature or name does not stop the others: see ``Features.problems``.
    """
    folder = _folder_of(package)
    known = feature_names(folder)
    chosen, problems = _chosen(wanted, known)
    modules: dict[str, ModuleType] = {}
    errors: dict[str, Exception] = {}
    manager = pluggy.PluginManager(specifications.PROJECT)
    manager.add_hookspecs(specifications)
    for name in chosen:
        try:
            if (folder / name / f"{_SETTINGS}.py").exists():
                import_module(f"{package}.{name}.{_SETTINGS}")
            module = import_module(f"{package}.{name}.feature")
            _register(manager, SimpleNamespace(**_from_files(module), **vars(module)), name)
            modules[name] = module
        except Exception as error:  # noqa: BLE001 whatever it is, it is the feature's
            errors[name] = error
            problems.append(
                f"The feature {name} cannot be used and is off: {type(error).__name__}: {error}. "
                f"Install what it lacks, or switch it off with NEWSLOOM_FEATURES=all,-{name}."
            )
    problems += _without_needs(modules)
    for name, _ in manager.list_name_plugin():
        if name not in modules:
            manager.unregister(name=name)
    return Features(
        names=tuple(sorted(modules)),
        off=tuple(name for name in known if name not in modules),
        problems=tuple(problems),
        errors=errors,
        passing=passing,
        folders=tuple(folder / name for name in sorted(modules)),
        _manager=manager,
    )


def chosen_features(wanted: Sequence[str], package: str = FOLDER.name) -> list[str]:
    """Return the names of the features that are wanted, whether or not they can be imported."""
    return _chosen(wanted, feature_names(_folder_of(package)))[0]


@cache
def feature_settings(package: str = FOLDER.name) -> Mapping[str, Any]:
    """Return the settings of each feature, on or off, that has some, by its name: what its module
    ``settings`` calls ``SETTINGS``, a subclass of ``storage.setting_fields.FeatureSettings``; None
    if that cannot be imported. They are read before anything else.
    """
    found: dict[str, Any] = {}
    for path in sorted(_folder_of(package).glob(f"*/{_SETTINGS}.py")):
        name = path.parent.name
        try:
            found[name] = import_module(f"{package}.{name}.{_SETTINGS}").SETTINGS
        except Exception:  # noqa: BLE001 load_features says so
            found[name] = None
    return found


def feature_names(folder: Path = FOLDER) -> list[str]:
    """Return the names of all features that are here, on or off, sorted."""
    found = (path.parent.name for path in folder.glob("*/feature.py"))
    return sorted(name for name in found if name.isidentifier())


def _folder_of(package: str) -> Path:
    return Path(next(iter(import_module(package).__path__)))


def _from_files(feature: ModuleType) -> dict[str, Callable[[], Any]]:
    """Return what the modules of a feature answer, but for the hooks that it takes itself. They are
    imported when they are asked for.
    """
    folder, package = Path(str(feature.__file__)).parent, feature.__name__.rpartition(".")[0]

    def answer(module: str, read: Callable[[Any], Any]) -> Callable[[], Any]:
        return specifications.hookimpl(lambda: read(import_module(f"{package}.{module}")))

    return {
        hook: answer(module, read)
        for hook, (module, read) in _FILES.items()
        if (folder / f"{module}.py").exists() and not hasattr(feature, hook)
    }


def _register(manager: pluggy.PluginManager, feature: object, name: str) -> None:
    """Register a feature whose hooks are those that there are.

    Raises pluggy.PluginValidationError for another one, or for an argument that a hook has not.
    """
    try:
        manager.register(feature, name)
        manager.check_pending()
    except pluggy.PluginValidationError:
        manager.unregister(name=name)
        raise


def _chosen(wanted: Sequence[str], known: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the chosen names, and what is wrong with the choice.

    What is not understood changes nothing: it must not switch all features off.
    """
    names = [each.strip(" \"'").lower() for each in wanted]
    unknown = [
        each
        for place, each in enumerate(names)
        if each.removeprefix("-") not in known and not (place == 0 and each in (ALL, NONE))
    ]
    problems = [
        f"NEWSLOOM_FEATURES names “{each}”, which is not a feature and is left out. It may begin "
        f"with {ALL} or {NONE}; the features are {', '.join(known) or 'none'}."
        for each in unknown
    ]
    understood = [each for each in names if each not in unknown]
    first = understood[0] if understood else ALL
    # A choice that begins with what it leaves out is a choice of all the others.
    if first == ALL or first.startswith("-"):
        on = set(known)
    else:
        on = set()
    for each in understood:
        if each.startswith("-"):
            on.discard(each.removeprefix("-"))
        elif each in known:
            on.add(each)
    return sorted(on), problems


def _without_needs(modules: dict[str, ModuleType]) -> list[str]:
    """Take away each feature that needs one that is off, and return a sentence for each."""
    problems = []
    while lacking := _first_lacking(modules):
        name, needed = lacking
        del modules[name]
        problems.append(
            f"The feature {name} is off because it needs {needed}, which is off. "
            f"Switch {needed} on, or switch off {name} too."
        )
    return problems


def _first_lacking(modules: Mapping[str, ModuleType]) -> tuple[str, str] | None:
    for name, module in sorted(modules.items()):
        for needed in getattr(module, "NEEDS", ()):
            if needed not in modules:
                return name, needed
    return None
