"""Webhooks on PostgreSQL: what is said in SQL is true there, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.operation.app import Kronika, compose
from service.system.settings import Settings
from tests.hooks.test_hooks import (
    table,
    test_an_account_is_sent_its_notices,
    test_hooks_that_have_ended_leave_their_places,
    test_nothing_starts_after_a_hook_was_deleted,
    test_public_hooks_know_beginnings_and_ends_only,
    test_rotation_carries_hooks_over_and_the_end_of_a_token_ends_them,
    test_the_order_holds_and_a_failure_blocks_one_game_only,
    test_tries_and_the_gap_after_the_last,
    test_what_is_deleted_before_it_is_sent_is_a_gap,
)
from tests.service.preparing import prepared
from tests.store.conftest import new_database

pytestmark = pytest.mark.soak
__all__ = [
    "table",
    "test_an_account_is_sent_its_notices",
    "test_hooks_that_have_ended_leave_their_places",
    "test_nothing_starts_after_a_hook_was_deleted",
    "test_public_hooks_know_beginnings_and_ends_only",
    "test_rotation_carries_hooks_over_and_the_end_of_a_token_ends_them",
    "test_the_order_holds_and_a_failure_blocks_one_game_only",
    "test_tries_and_the_gap_after_the_last",
    "test_what_is_deleted_before_it_is_sent_is_a_gap",
]


@pytest.fixture(scope="module")
def kronika(shared_postgresql: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Kronika]:
    folder: Path = tmp_path_factory.mktemp("hooks")
    with new_database(shared_postgresql) as url:
        settings = Settings(database=url, data=folder, limits=None)
        prepared(settings)
        service = compose(settings)
        yield service
        service.close()
