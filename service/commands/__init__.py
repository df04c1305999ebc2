"""Commands: what changes something. Plain functions, run by the one way in which anything is written."""
