"""The program behind `start.py up`: everything a tournament needs, started and stopped as one."""
