"""Blocks modules that long-running processes do not need."""

import sys

SERVING = ("serve", "keep")
if sys.argv[1:2] and sys.argv[1] in SERVING:
    sys.modules.setdefault("rich", None)  # type: ignore[arg-type]  # 4 MB, which structlog uses for terminals if available
