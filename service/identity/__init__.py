"""Callers and their access: tokens, invitations, names, referees."""
