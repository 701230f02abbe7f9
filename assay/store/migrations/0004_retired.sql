-- Tasks that no author would write any more. They keep their trail, and enter neither funnel nor release.
create table retired (task varchar primary key);

create or replace view newest_task as
select * from task where id not in (select retired.task from retired)
qualify revision = max(revision) over (partition by id);
