"""Black Hole, a patience: every card goes into the hole."""
