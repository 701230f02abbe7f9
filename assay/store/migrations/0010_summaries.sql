-- What a seed chunk is about, in its own language, and its tags; null where no model was asked or none could say.
alter table chunk add column summary varchar;
alter table chunk add column tags varchar[];

create or replace view seed as select * from chunk where seed;
