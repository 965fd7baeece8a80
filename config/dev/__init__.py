"""The program behind `start.py dev`: Wallchart for whoever works on it."""
