"""Speed and size, each beside a floor measured in the same run. `python -m bench` prints all."""
