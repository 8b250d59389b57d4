"""The numbers that the papers print."""
