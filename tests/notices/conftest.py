"""The fixtures of services without HTTP."""

from tests.service.conftest import house, quick_keys

__all__ = ["house", "quick_keys"]
