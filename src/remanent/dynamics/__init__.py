"""The mathematics: plain numbers and arrays in and out; no clock, no I/O, nothing of ours."""
