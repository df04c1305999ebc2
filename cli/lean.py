"""What serves for long loads nothing that it has no use for."""

import sys

SERVING = ("serve", "keep", "stream")
if sys.argv[1:2] and sys.argv[1] in SERVING:
    sys.modules.setdefault("rich", None)  # type: ignore[arg-type]  # 4 MB, which structlog takes for terminals if it finds it
