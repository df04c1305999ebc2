"""Databases that earlier versions of the service have made, as they are: nothing in them is made by today's code."""
