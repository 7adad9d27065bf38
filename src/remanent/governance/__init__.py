"""Pure decisions about people's rights: values in, decisions out, nothing stored."""
