"""The version of the service that this client was made with."""

VERSION = "0.2.0"
