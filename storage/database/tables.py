"""What all tables have alike."""

from django.db import models


class Table(models.Model):
    """A table without Django's permissions for adding, changing and the like: who may do what is
    said by rights (``storage.database.people.rights``).
    """

    class Meta:
        abstract = True
        default_permissions = ()
