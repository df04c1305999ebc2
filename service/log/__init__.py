"""The log in the hands of the service: games loaded, entries mapped, signed and followed."""
