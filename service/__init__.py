"""The service without HTTP: commands, queries, the log, the store."""
