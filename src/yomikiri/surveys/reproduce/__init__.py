"""The papers, reproduced: what their tables and figures say beside what our surveys find."""
