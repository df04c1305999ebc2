"""What the operating system gives: settings, time, child processes, text."""
