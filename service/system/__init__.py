"""Settings, time, child processes and text."""
