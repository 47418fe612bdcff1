-- No released version reads or writes the code of a link.
alter table one_time_links drop column code_hash;
