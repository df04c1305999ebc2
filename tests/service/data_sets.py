"""The data set of the day, as the background worker makes it."""

from __future__ import annotations

from service.operation.app import Kronika
from service.operation.datasets import DataSets


def make_data_set(kronika: Kronika) -> None:
    DataSets(kronika.repository, kronika.signer, kronika.settings.data, rest=lambda seconds: None).make_due()
