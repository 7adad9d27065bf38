"""What a model is asked, one file for each role: the words that go out, and how a reply is read.

No call is made here. Data stands quoted in fences, and never as an instruction; a reply is read
whole or not at all.
"""
