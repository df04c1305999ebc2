"""Boards as SVG and PNG, drawn by the scripts of the page."""
