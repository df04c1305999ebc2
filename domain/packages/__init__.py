"""Rulesets that come with other Python packages: found, checked, named in logs, and isolated from everything else."""
