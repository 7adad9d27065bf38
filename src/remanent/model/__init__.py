"""Values: frozen, slotted, and free of behaviour beyond their own invariants."""
