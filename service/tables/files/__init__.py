"""Game files, checked in a separate process before they are imported."""
