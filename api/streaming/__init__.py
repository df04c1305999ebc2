"""Streams without threads: a worker says who may follow what, then hands the connection to a process that holds thousands.

Nothing here knows Flask; `api.resources.streams` does.
"""
