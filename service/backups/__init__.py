"""The whole service in one encrypted file, and back."""
