"""Words: tokens, times, quantities, what a question asks for, and rules that draw facts."""
