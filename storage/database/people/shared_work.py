"""What users keep and may share with everybody who may search, such as collections. All commands
raise Unavailable.

A user sees the own works and the shared ones. Owners change the name and the sharing of theirs;
administrators may do so with every shared one.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from storage.database.connection import translated
from storage.database.errors import Invalid, NotFound
from storage.database.field_errors import ErrorCode, FieldError
from storage.database.people.audit import record_change
from storage.database.people.work_models import SharedWork, WorkSharing
from storage.database.sources.validation import check_name

_Work = TypeVar("_Work", bound=SharedWork)


@dataclass(frozen=True, kw_only=True)
class SharedWorks(Generic[_Work]):
    """The works of one kind.

    Attributes:
        model: Their table.
        most: How many a user may have.
        too_many: The code of the problem that a user has so many, with ``limit``.
    """

    model: type[_Work]
    most: int
    too_many: StrEnum

    def visible(self, user: User) -> QuerySet[_Work]:
        """Return the works that the user may see."""
        rows = self.model._default_manager.select_related("owner")
        return rows.filter(Q(owner=user) | ~Q(sharing=WorkSharing.PRIVATE))

    def find(self, work_id: int, user: User | None = None) -> _Work | None:
        """Return a work with its owner if the user may see it; with None, any."""
        with translated():
            rows = self.model._default_manager.select_related("owner")
            return (rows if user is None else self.visible(user)).filter(pk=work_id).first()

    def locked(self, work_id: int, user: User) -> _Work:
        """Return a work that the user may see, for this transaction alone. Raises NotFound."""
        # The owner's row is not ours to lock.
        rows = self.visible(user).select_related(None).select_for_update()
        found = rows.filter(pk=work_id).first()
        if found is None:
            raise NotFound(self.model._meta.model_name or "", work_id)
        return found

    def filled(self, work_id: int, user: User) -> _Work:
        """Return a work that the user may fill, for this transaction alone. Raises NotFound."""
        work = self.locked(work_id, user)
        if not work.may_be_filled_by(user):
            raise NotFound(self.model._meta.model_name or "", work_id)
        return work

    def save(self, name: str, sharing: str, user: User, work_id: int | None = None) -> _Work:
        """Add a work, or change one that the user manages.

        Raises Invalid with every problem, NotFound.
        """
        problems = [*check_name(name.strip())]
        if sharing not in WorkSharing.values:
            choices = {"choices": ", ".join(WorkSharing.values)}
            problems.append(FieldError("sharing", sharing, ErrorCode.NOT_A_CHOICE, choices))
        with translated(), transaction.atomic():
            own = self.model._default_manager.filter(owner=user)
            if work_id is None and own.count() >= self.most:
                problems.append(FieldError("name", "", self.too_many, {"limit": self.most}))
            if problems:
                raise Invalid(problems)
            work = self.model(owner=user) if work_id is None else self._managed(work_id, user)
            before = None if work_id is None else _values(work)
            work.name, work.sharing = name.strip(), sharing
            work.save()
            after = _values(work)
            if after != before:
                action = "change" if before else "add"
                record_change(user.username, action, work, before=before, after=after)
        return work

    def delete(self, work_id: int, user: User) -> None:
        """Delete a work that the user manages. Raises NotFound."""
        with translated(), transaction.atomic():
            work = self._managed(work_id, user)
            record_change(user.username, "delete", work, before=_values(work))
            work.delete()

    def _managed(self, work_id: int, user: User) -> _Work:
        work = self.locked(work_id, user)
        if not work.may_be_managed_by(user):
            raise NotFound(self.model._meta.model_name or "", work_id)
        return work


def _values(work: SharedWork) -> dict[str, object]:
    return {"name": work.name, "sharing": work.sharing}
