"""Games in files, checked in a process of their own before they are imported."""
