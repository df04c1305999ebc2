"""An independent verifier of Kronika audit files and bundles: `verify(audit) -> Report`, and `verify_all` for several at once.

Written from the format page (docs/ledger.md) alone. Imports nothing of the service; needs the standard library
and `cryptography`. On the command line: `python -m verifier FILE...`.
"""

from .bundle import audit_in
from .check import verify, verify_all
from .known import Known
from .operator_log import OperatorReport
from .report import FAILED, NOT_AVAILABLE, PASSED, Level, Report

__all__ = [
    "FAILED",
    "NOT_AVAILABLE",
    "PASSED",
    "Known",
    "Level",
    "OperatorReport",
    "Report",
    "audit_in",
    "verify",
    "verify_all",
]
