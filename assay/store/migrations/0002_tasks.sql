-- Tasks with their revisions, what was asked about them, what the gates decided, and what each stage has finished.
create table task (
    id varchar not null,
    revision integer not null,
    track varchar not null,
    domain varchar not null,
    author varchar not null,
    seed varchar,
    template varchar,
    question varchar not null,
    answer_type varchar not null,
    value varchar not null,
    labels varchar[] not null,
    hops integer not null,
    documents integer not null,
    record json not null,         -- the whole task; the other columns are for asking
    primary key (id, revision)
);

create table attempt (
    key varchar primary key,
    task varchar not null,
    revision integer not null,
    subject varchar not null,
    view varchar not null,
    mode varchar not null,
    sample integer not null,
    answer varchar,
    correct boolean,
    ending varchar not null,
    level varchar not null,
    calls integer not null,
    cost double not null,
    seconds double not null,
    trace varchar,
    record json not null
);

create table verdict (
    task varchar not null,
    revision integer not null,
    gate varchar not null,
    gate_hash varchar not null,
    read varchar not null,        -- the digest of what the gate read
    ordinal bigint not null,
    decided_at timestamptz not null,
    decision varchar not null,
    cause varchar not null,
    reason varchar not null,
    attempts varchar[] not null,
    patch json not null,
    primary key (task, revision, gate, gate_hash, read)
);

create table trace (sha varchar primary key, stage varchar not null, item varchar not null, ending varchar not null, steps integer not null);

create table progress (stage varchar not null, version varchar not null, item varchar not null, note varchar not null, primary key (stage, version, item));

create view newest_task as
select * from task qualify revision = max(revision) over (partition by id);

create view task_label as select id, revision, unnest(labels) as label from newest_task;

create view evidence as
select id, revision, item->>'path' as path, item->>'artifact' as artifact, item->>'kind' as kind,
    item->>'modality' as modality, item->>'quote' as quote
from (select id, revision, unnest(json_extract(record, '$.evidence[*]')) as item from newest_task);

create view task_operator as
select id, revision, unnest(json_extract_string(record, '$.plan.operations[*].operator')) as op from newest_task;

create view assertion as
select id, revision, item->>'text' as text, item->>'authorship' as authorship
from (select id, revision, unnest(json_extract(record, '$.assertions[*]')) as item from newest_task);

create view latest_verdict as
select * from verdict qualify ordinal = max(ordinal) over (partition by task, revision, gate);

-- What the funnel counts: the latest verdict of each gate on the newest revision of each task.
create view funnel_base as
select newest_task.id as task, newest_task.revision, track, domain, author, gate, decision, cause
from newest_task join latest_verdict on latest_verdict.task = id and latest_verdict.revision = newest_task.revision;

-- What a release made now could hold: proven, and kept by every gate that has decided.
create view released_now as
select id, revision, track, domain, author, question from newest_task
where id in (
    select task from funnel_base group by task
    having bool_and(decision = 'keep') and bool_or(gate = 'verification')
);
