"""`python -m cli`: the command without the way over `kronika`; the service starts the process of its projections so."""

import sys

from cli import main

sys.exit(main())
