-- Terms of use of sources, what they were converted from and by which tool, and the mark by which a remote archive shows a change (empty where size, time and inode do).
alter table source add column original_format varchar default '';
alter table source add column conversion_tool varchar default '';
alter table source add column restriction varchar default '';
alter table source add column marker varchar default '';

create or replace view document as
select source.key as source, domain, path, collection, size, origin, licence, source_kind,
    original_format, conversion_tool, restriction,
    reading, content, extraction, app, media_type, title, properties, pages, sheets, slides, tokens, reader,
    problem, detail, readable, markdown
from reading join source on source.key = reading.source;
