"""The program behind `make up`: everything a tournament needs, started and stopped as one."""
