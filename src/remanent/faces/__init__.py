"""Faces translate and delegate: the command line, importers, and the samples that ship."""
