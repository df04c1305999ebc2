"""Seats that a bot plays for a person who is away: after a flag or a resignation, until the person is back."""
