"""The files of the web page, linked and cached."""
