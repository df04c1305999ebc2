"""A case as a page that a person reads without software: `timeline.html` of a bundle."""
