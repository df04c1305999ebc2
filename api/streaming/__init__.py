"""Event streams: the event loop of a worker holds the connections, a thread beside it reads the store.

Nothing here knows Flask; `api.resources.streams` does.
"""
