"""Rulesets that come with other Python packages: found, checked, named in logs, and kept apart from everything else."""
