"""Tests of notices: who is notified of what, on the stream and by push."""
