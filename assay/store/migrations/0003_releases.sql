-- Frozen releases, and what came in through the inbox.
create table release (number integer primary key, digest varchar not null, made_at timestamptz not null default now());

create table release_task (
    release integer not null,
    ordinal integer not null,
    task varchar not null,
    revision integer not null,
    primary key (release, task)
);

create table release_file (release integer not null, path varchar not null, blob varchar not null, primary key (release, path));

create table inbox (file varchar not null, start bigint not null, kind varchar not null, record json not null, primary key (file, start));

create table inbox_file (name varchar primary key, merged bigint not null);
