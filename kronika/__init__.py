"""Tabletop games as event logs. In the wheel every package of Kronika stands below this one."""
