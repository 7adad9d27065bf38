"""Schema 1: the log, facts with their marks, words and vectors, requests, audit."""

from remanent.store.engine import Session
from remanent.store.tables.registry import server_digest

TABLES = """
CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
){no_rowid};

CREATE TABLE scopes (
    scope {integer_key},
    tenant TEXT NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    key {blob} NOT NULL{unique_scope}
);

CREATE TABLE embedders (
    number {integer_key},
    fingerprint TEXT NOT NULL{unique_fingerprint},
    dimension BIGINT NOT NULL
);

CREATE TABLE scope_state (
    scope BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    sealed_seq BIGINT NOT NULL,
    tail_units BIGINT NOT NULL,
    generation BIGINT NOT NULL,
    turns BIGINT NOT NULL,
    facts BIGINT NOT NULL,
    attributes BIGINT NOT NULL,
    turn_clock BIGINT NOT NULL,
    audit_seq BIGINT NOT NULL,
    audit_head {blob} NOT NULL,
    evidenced_seq BIGINT NOT NULL,
    work_at BIGINT,
    due_at BIGINT,
    due_turn BIGINT,
    PRIMARY KEY (scope)
){no_rowid};
CREATE INDEX scope_state_by_due ON scope_state (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX scope_state_by_work ON scope_state (work_at) WHERE work_at IS NOT NULL;

CREATE TABLE events (
    scope BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    id {blob} NOT NULL,
    kind TEXT NOT NULL,
    role TEXT NOT NULL,
    origin TEXT NOT NULL,
    covered BIGINT NOT NULL,
    occurred_at BIGINT NOT NULL,
    recorded_at BIGINT NOT NULL,
    speaker TEXT,
    session TEXT,
    agent TEXT,
    external_id TEXT,
    zone TEXT,
    evidence {blob},
    payload TEXT,
    text TEXT NOT NULL,
    PRIMARY KEY (scope, seq)
){by_scope};
CREATE UNIQUE INDEX events_by_id ON events (scope, id);
CREATE INDEX events_by_session ON events (scope, session, occurred_at)
    WHERE role = 'user' AND kind <> 'behaviour';

CREATE TABLE facts (
    scope BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    id {blob} NOT NULL,
    timeline BIGINT NOT NULL,
    family BIGINT NOT NULL,
    subject TEXT NOT NULL,
    slot TEXT,
    value TEXT,
    text TEXT NOT NULL,
    polarity TEXT NOT NULL,
    tier TEXT NOT NULL,
    confidence {double} NOT NULL,
    provenance TEXT NOT NULL,
    origin TEXT NOT NULL,
    valid_from BIGINT,
    valid_to BIGINT,
    recorded_at BIGINT NOT NULL,
    retracted_at BIGINT,
    closed_by {blob},
    evidence BIGINT NOT NULL,
    archived_at BIGINT,
    pruned_at BIGINT,
    hidden_by {blob},
    single_valued BIGINT,
    when_start BIGINT,
    when_end BIGINT,
    when_words TEXT,
    zone_known BIGINT,
    session TEXT,
    agent TEXT,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (scope, seq)
){by_scope};
CREATE UNIQUE INDEX facts_by_id ON facts (scope, id);
CREATE INDEX facts_by_timeline ON facts (scope, timeline, valid_from);
CREATE INDEX facts_by_start ON facts (scope, valid_from);
CREATE INDEX facts_by_end ON facts (scope, valid_to) WHERE valid_to IS NOT NULL;
CREATE INDEX facts_by_slot ON facts (scope, slot, seq);
CREATE INDEX facts_by_standing ON facts (scope, hidden_by) WHERE hidden_by IS NOT NULL;
CREATE INDEX facts_by_family ON facts (scope, family, seq);

CREATE TABLE changes (
    scope BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    fact_seq BIGINT NOT NULL,
    event_seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    recorded_at BIGINT NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (scope, seq)
){by_scope};
CREATE INDEX changes_by_fact ON changes (scope, fact_seq, seq);
CREATE INDEX changes_by_event ON changes (scope, event_seq);
CREATE INDEX changes_by_time ON changes (scope, recorded_at);

CREATE TABLE marks (
    scope BIGINT NOT NULL,
    timeline BIGINT NOT NULL,
    at BIGINT NOT NULL,
    event_seq BIGINT NOT NULL,
    ordinal BIGINT NOT NULL,
    fact_seq BIGINT NOT NULL,
    stance TEXT NOT NULL,
    content TEXT NOT NULL,
    subject TEXT NOT NULL,
    slot TEXT,
    value TEXT,
    text TEXT NOT NULL,
    polarity TEXT NOT NULL,
    confidence {double} NOT NULL,
    until BIGINT,
    reach BIGINT,
    when_start BIGINT,
    when_end BIGINT,
    when_words TEXT,
    zone_known BIGINT,
    is_void BIGINT NOT NULL,
    single_valued BIGINT,
    recorded_at BIGINT NOT NULL,
    PRIMARY KEY (scope, timeline, at, event_seq, ordinal)
){by_scope};
CREATE INDEX marks_by_fact ON marks (scope, fact_seq, at);
CREATE INDEX marks_by_event ON marks (scope, event_seq);
CREATE INDEX marks_by_stance ON marks (scope, stance, at);
CREATE INDEX marks_by_slot ON marks (scope, slot, stance, at);
CREATE INDEX marks_by_reach ON marks (scope, timeline, reach) WHERE reach IS NOT NULL;

CREATE TABLE links (
    scope BIGINT NOT NULL,
    entity TEXT NOT NULL,
    seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    PRIMARY KEY (scope, entity, seq, kind)
){by_scope};

CREATE TABLE retention (
    scope BIGINT NOT NULL,
    fact_seq BIGINT NOT NULL,
    born_at BIGINT NOT NULL,
    born_turn BIGINT NOT NULL,
    policy TEXT NOT NULL,
    tier TEXT NOT NULL,
    layer TEXT,
    strength {double} NOT NULL,
    age {double} NOT NULL,
    based_at BIGINT NOT NULL,
    based_turn BIGINT NOT NULL,
    importance {double} NOT NULL,
    shown BIGINT NOT NULL,
    used BIGINT NOT NULL,
    helped BIGINT NOT NULL,
    last_used_at BIGINT,
    frequency {double} NOT NULL,
    frequency_at BIGINT,
    relevances TEXT,
    salience {double} NOT NULL,
    fusion_factor {double} NOT NULL,
    use_days TEXT,
    dampening {double} NOT NULL,
    outcomes BIGINT NOT NULL,
    outcome_value {double} NOT NULL,
    last_at BIGINT,
    due_at BIGINT,
    due_turn BIGINT,
    long_until BIGINT,
    PRIMARY KEY (scope, fact_seq)
){by_scope};
CREATE INDEX retention_by_due ON retention (scope, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX retention_by_turn ON retention (scope, due_turn) WHERE due_turn IS NOT NULL;

CREATE TABLE uses (
    scope BIGINT NOT NULL,
    fact_seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    event_seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    turn BIGINT NOT NULL,
    value {double} NOT NULL,
    relevance {double},
    importance {double},
    helped BIGINT NOT NULL,
    PRIMARY KEY (scope, fact_seq, at, event_seq, kind)
){by_scope};

CREATE TABLE set_aside (
    scope BIGINT NOT NULL,
    branch BIGINT NOT NULL,
    source TEXT NOT NULL,
    part BIGINT NOT NULL,
    row_count BIGINT NOT NULL,
    data {blob} NOT NULL,
    PRIMARY KEY (scope, branch, source, part)
){by_scope};

CREATE TABLE segments (
    scope BIGINT NOT NULL,
    kind BIGINT NOT NULL,
    first_seq BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    data {blob} NOT NULL,
    PRIMARY KEY (scope, kind, first_seq)
){by_scope};

CREATE TABLE vectors (
    scope BIGINT NOT NULL,
    embedder BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    chunk BIGINT NOT NULL,
    data {half_vector} NOT NULL,
    PRIMARY KEY (scope, embedder, seq, chunk)
){by_scope};

CREATE TABLE preferences (
    scope BIGINT NOT NULL,
    attribute TEXT NOT NULL,
    number BIGINT NOT NULL,
    shown TEXT,
    weight {double} NOT NULL,
    rebased_at BIGINT,
    first_at BIGINT,
    last_at BIGINT,
    hits BIGINT NOT NULL,
    contexts BIGINT NOT NULL,
    provenance TEXT NOT NULL,
    salience {double} NOT NULL,
    pin {double},
    text TEXT,
    intensity {double},
    value {double},
    value_variance {double} NOT NULL,
    amounts BIGINT NOT NULL,
    outcomes BIGINT NOT NULL,
    outcome_value {double} NOT NULL,
    uses {blob},
    associations {blob},
    changed_seq BIGINT NOT NULL,
    asked_at BIGINT,
    fades_at BIGINT,
    paces {blob},
    day_magnitude {double} NOT NULL,
    due_at BIGINT,
    PRIMARY KEY (scope, attribute)
){by_scope};
CREATE INDEX preferences_by_change ON preferences (scope, changed_seq);
CREATE INDEX preferences_by_death ON preferences (scope, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX preferences_by_number ON preferences (scope, number);

CREATE TABLE evidence (
    scope BIGINT NOT NULL,
    number BIGINT NOT NULL,
    at BIGINT NOT NULL,
    event_seq BIGINT NOT NULL,
    magnitude {double} NOT NULL,
    provenance TEXT NOT NULL,
    intensity {double},
    amount {double},
    salience {double} NOT NULL,
    PRIMARY KEY (scope, number, at, event_seq)
){by_scope};

CREATE TABLE unmapped (
    scope BIGINT NOT NULL,
    name TEXT NOT NULL,
    reason TEXT NOT NULL,
    events BIGINT NOT NULL,
    last_seq BIGINT NOT NULL,
    PRIMARY KEY (scope, name)
){by_scope};

CREATE TABLE documents (
    scope BIGINT NOT NULL,
    name TEXT NOT NULL,
    content TEXT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (scope, name)
){by_scope};

CREATE TABLE work (
    scope BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    role TEXT NOT NULL,
    subject TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    next_at BIGINT NOT NULL,
    error TEXT,
    PRIMARY KEY (scope, seq)
){by_scope};
CREATE INDEX work_by_status ON work (scope, status, next_at);

CREATE TABLE ledger (
    scope BIGINT NOT NULL,
    day BIGINT NOT NULL,
    role TEXT NOT NULL,
    model TEXT NOT NULL,
    calls BIGINT NOT NULL,
    failures BIGINT NOT NULL,
    input_tokens BIGINT NOT NULL,
    output_tokens BIGINT NOT NULL,
    PRIMARY KEY (scope, day, role, model)
){by_scope};

CREATE TABLE gated (
    scope BIGINT NOT NULL,
    day BIGINT NOT NULL,
    reason TEXT NOT NULL,
    turns BIGINT NOT NULL,
    tokens BIGINT NOT NULL,
    PRIMARY KEY (scope, day, reason)
){by_scope};

CREATE TABLE suggestions (
    scope BIGINT NOT NULL,
    id {blob} NOT NULL,
    kind TEXT NOT NULL,
    content TEXT NOT NULL,
    reason TEXT NOT NULL,
    fact_ids TEXT NOT NULL,
    proposed_at BIGINT NOT NULL,
    status TEXT NOT NULL,
    decided_at BIGINT,
    PRIMARY KEY (scope, id)
){by_scope};
CREATE INDEX suggestions_by_status ON suggestions (scope, status, proposed_at);

CREATE TABLE lessons (
    scope BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    id {blob} NOT NULL,
    text TEXT NOT NULL,
    because TEXT,
    error TEXT,
    error_digest BIGINT,
    task TEXT,
    tool TEXT,
    repository TEXT,
    attributes TEXT NOT NULL,
    status TEXT NOT NULL,
    origin TEXT NOT NULL,
    author TEXT,
    origins BIGINT NOT NULL,
    sightings BIGINT NOT NULL,
    is_approved BIGINT NOT NULL,
    repeats TEXT,
    replaces {blob},
    replaced_by {blob},
    recorded_at BIGINT NOT NULL,
    last_seen_at BIGINT,
    shown BIGINT NOT NULL,
    used BIGINT NOT NULL,
    helped BIGINT NOT NULL,
    harmed BIGINT NOT NULL,
    used_at TEXT NOT NULL,
    outcomes BIGINT NOT NULL,
    value {double} NOT NULL,
    failures BIGINT NOT NULL,
    PRIMARY KEY (scope, seq)
){by_scope};
CREATE UNIQUE INDEX lessons_by_id ON lessons (scope, id);
CREATE INDEX lessons_by_status ON lessons (scope, status, seq);
CREATE INDEX lessons_by_error ON lessons (scope, error_digest) WHERE error_digest IS NOT NULL;

CREATE TABLE lesson_terms (
    scope BIGINT NOT NULL,
    term BIGINT NOT NULL,
    lesson_seq BIGINT NOT NULL,
    PRIMARY KEY (scope, term, lesson_seq)
){by_scope};

CREATE TABLE lesson_vectors (
    scope BIGINT NOT NULL,
    lesson_seq BIGINT NOT NULL,
    fingerprint TEXT NOT NULL,
    data {blob} NOT NULL,
    PRIMARY KEY (scope, lesson_seq)
){by_scope};

CREATE TABLE sightings (
    scope BIGINT NOT NULL,
    lesson_seq BIGINT NOT NULL,
    event_seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    author {blob},
    lineage {blob},
    transcript {blob},
    PRIMARY KEY (scope, lesson_seq, event_seq)
){by_scope};

CREATE TABLE credits (
    scope BIGINT NOT NULL,
    lesson_seq BIGINT NOT NULL,
    event_seq BIGINT NOT NULL,
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    value {double} NOT NULL,
    judge TEXT,
    reason TEXT,
    session TEXT,
    tokens BIGINT,
    milliseconds {double},
    recall {blob} NOT NULL,
    PRIMARY KEY (scope, lesson_seq, event_seq, kind)
){by_scope};
CREATE INDEX credits_by_time ON credits (scope, at);
CREATE INDEX credits_by_recall ON credits (scope, recall);

CREATE TABLE requests (
    scope BIGINT NOT NULL,
    key TEXT NOT NULL,
    digest TEXT NOT NULL,
    reply TEXT NOT NULL,
    PRIMARY KEY (scope, key)
){by_scope};

CREATE TABLE audit (
    scope BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    action TEXT NOT NULL,
    actor TEXT NOT NULL,
    counts TEXT NOT NULL,
    previous {blob} NOT NULL,
    digest {blob} NOT NULL,
    PRIMARY KEY (scope, seq)
){by_scope};
"""

SQLITE_TYPES = {
    "blob": "BLOB",
    "by_scope": " WITHOUT ROWID",
    "double": "REAL",
    "half_vector": "BLOB",
    "integer_key": "INTEGER PRIMARY KEY AUTOINCREMENT",
    "no_rowid": " WITHOUT ROWID",
    "unique_fingerprint": " UNIQUE",
    "unique_scope": ",\n    UNIQUE (tenant, kind, name)",
}
POSTGRESQL_TYPES = {
    "blob": "BYTEA",
    "by_scope": " PARTITION BY HASH (scope)",
    "double": "DOUBLE PRECISION",
    "integer_key": "BIGINT GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY",
    "no_rowid": "",
    "unique_fingerprint": "",
    "unique_scope": "",
}

PARTITIONED = (
    "events", "facts", "changes", "marks", "links", "segments", "vectors", "preferences",
    "evidence", "unmapped", "documents", "work", "ledger", "gated", "suggestions", "set_aside",
    "retention", "uses", "lessons", "lesson_terms", "lesson_vectors", "sightings", "credits",
    "requests", "audit",
)  # fmt: skip
PARTITIONS = 16
"""Into how many parts a server keeps each large table, by a hash of the scope."""

# A B-tree entry of PostgreSQL holds 2,704 bytes; the longest names take three times as many.
POSTGRESQL_INDEXES = f"""
CREATE UNIQUE INDEX scopes_by_name
    ON scopes ({server_digest("tenant")}, kind, {server_digest("name")});
CREATE UNIQUE INDEX embedders_by_fingerprint ON embedders ({server_digest("fingerprint")});
"""


def create_first_schema(session: Session) -> None:
    """Create every table of schema 1."""
    if session.engine == "sqlite":
        _run_all(session, TABLES.format(**SQLITE_TYPES))
        return
    from remanent.store.postgres.extension import half_vector_type  # noqa: PLC0415 - a server only

    _run_all(session, TABLES.format(**POSTGRESQL_TYPES, half_vector=half_vector_type(session)))
    _run_all(session, POSTGRESQL_INDEXES)
    for table in PARTITIONED:
        for number in range(PARTITIONS):
            session.run(
                f"CREATE TABLE {table}_p{number:02d} PARTITION OF {table} "
                f"FOR VALUES WITH (MODULUS {PARTITIONS}, REMAINDER {number})"
            )


def _run_all(session: Session, statements: str) -> None:
    for statement in statements.split(";"):
        if statement.strip():
            session.run(statement)
