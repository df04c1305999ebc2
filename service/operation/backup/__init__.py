"""Continuous back-up: the log is shipped to a folder or to S3, and services are restored from there."""
