"""The methods that are compared: each is shown a world's log and answers its questions."""
