-- Where a source's file lies now: empty where that is its path. A file that was renamed keeps the name that it had first.
alter table source add column file varchar default '';

-- What became of standing tasks when the archive changed. `since` is the newest release of then, 0 before the first.
create table fate (
    ordinal bigint not null,
    since integer not null,
    task varchar not null,
    revision integer not null,
    outcome varchar not null,
    causes varchar[] not null,
    reason varchar not null
);

-- The rules of each gate when a release was frozen.
create table release_gate (release integer not null, gate varchar not null, gate_hash varchar not null, primary key (release, gate));
