"""The documents: what generates parts of them, and tests that what they say is true."""
