"""The bodies and parameters that requests may have."""
