"""`python -m cli`: the command without `kronika`; the service starts its projection process this way."""

import sys

from cli import main

sys.exit(main())
