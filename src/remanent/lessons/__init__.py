"""Pure decisions about what works: conditions, credit, sightings, ranking. No I/O, no clock."""
