-- What each run that changed anything came to, for audits of the drift from one to a later one.
create table run (
    number integer primary key,
    ended_at timestamptz not null,
    release integer,
    figures varchar not null
);
