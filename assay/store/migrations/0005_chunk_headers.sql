-- The header that a later window of a grid is shown under; chunks cut before are cut again, since their version differs.
alter table chunk add column header varchar default '';
