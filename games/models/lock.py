"""Names that one transaction at a time holds."""

from __future__ import annotations

from django.db import models


class Lock(models.Model):
    """What only one may do at a time, of all server processes."""

    name = models.CharField(max_length=40, primary_key=True)

    def __str__(self) -> str:
        return self.name

    @classmethod
    def hold(cls, name: str) -> None:
        """Hold *name* until the transaction ends; wait while another one holds it."""
        cls.objects.select_for_update().get_or_create(name=name)
