"""LoCoMo: does recall find the turns that answer a question about a long conversation?

    dataset.py    conversations, questions and their evidence, read from the data as it is
    answers.py    what one arm gave for one question, and the figures that follow from it
    asking.py     Remanent, through its public API alone
    contenders.py the baselines, under the same rules
    tuning.py     weights chosen on nine conversations and scored on the tenth
    emptiness.py  are questions that memory cannot answer answered with nothing?
    running.py    the whole measurement as a recipe
    report.py     tables for a terminal and for the documentation; plot.py the picture

The data set's licence forbids commercial use and ours does not: its text is read from where it
lies and never written into a result, a document or a test.
"""
