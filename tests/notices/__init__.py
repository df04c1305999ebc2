"""Tests of notices: who is notified of what; the stream, the webhooks and the push messages that send them on."""
