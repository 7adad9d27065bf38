"""Pure decisions about statements: values and the time in, changes out. No store, no clock."""
