"""Descriptions of struct members, for readers of the OpenAPI document and of the generated pages."""

from msgspec import Meta


def meaning(description: str) -> Meta:
    """What a member means."""
    return Meta(description=description)
