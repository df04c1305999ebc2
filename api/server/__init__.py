"""The gunicorn worker: connections, long polls, short requests."""
