-- Sources, what was read from them, and their chunks. Names that end in no verb are records; views join them for people.
create table meta (name varchar primary key, value varchar not null);

create table source (
    key varchar primary key,
    domain varchar not null,
    path varchar not null,
    size ubigint not null,
    mtime_ns bigint not null,
    inode ubigint not null,
    origin varchar not null,
    licence varchar not null,
    source_kind varchar not null,
    collection varchar not null,  -- where its Markdown stands in the collection; given once, then kept
    changed boolean not null      -- the listing differs from the one its reading was made for, or there is no reading
);

-- One row for each source that was read, also where that ended in a problem. `reading` is a running number: artifacts
-- of one document lie together under it, so that finding and replacing them touches few blocks.
create table reading (
    source varchar primary key,
    reading bigint not null,
    content varchar not null,
    extraction varchar not null,
    app varchar not null,
    media_type varchar not null,
    title varchar not null,
    properties json not null,
    pages integer not null,
    sheets integer not null,
    slides integer not null,
    tokens bigint not null,
    reader varchar not null,
    problem varchar,
    detail varchar,
    readable boolean not null,
    markdown varchar not null,    -- the blob of its Markdown, empty where it is not readable
    scored varchar                -- the version of the scorer whose chunks stand in `chunk`
);

create table artifact (
    reading bigint not null,
    key varchar not null,
    ordinal integer not null,
    app varchar not null,
    kind varchar not null,
    label varchar not null,
    anchor json not null,
    text varchar not null,
    payload json not null,
    blob varchar
);

create table edge (reading bigint not null, ordinal integer not null, source varchar not null, target varchar not null, type varchar not null);

create table warning (reading bigint not null, ordinal integer not null, text varchar not null);

create table chunk (
    source varchar not null,
    ordinal integer not null,
    name varchar not null,
    path varchar not null,
    domain varchar not null,
    keys varchar[] not null,
    first_row integer,
    last_row integer,
    text varchar not null,
    format varchar not null,
    characters bigint not null,
    tokens bigint not null,
    numeric_tokens bigint not null,
    features json not null,
    terms json not null,
    score double,
    excluded varchar,
    seed boolean not null
);

create view document as
select source.key as source, domain, path, collection, size, origin, licence, source_kind,
    reading, content, extraction, app, media_type, title, properties, pages, sheets, slides, tokens, reader,
    problem, detail, readable, markdown
from reading join source on source.key = reading.source;

create view seed as select * from chunk where seed;
