"""The operator's place: one small application, served on a socket in the data folder and, if set, on a listener of its own."""
