"""`remanent demo`: read a conversation into a memory, then show what that is good for.

The command is in `command`. `plan` says what to ask: for the sample by hand, for any other
conversation from what it holds. `reading` and `asking` do it and measure; `showing` shows it.
"""
