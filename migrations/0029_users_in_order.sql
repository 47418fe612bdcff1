-- Outside of a transaction: the index is built while users log in. Every statement can be repeated.

-- The order of names in lists, with all that a search reads of a user: it can be searched without the table.
drop index concurrently if exists users_listed;
create index concurrently users_listed
  on users (lastname collate "und-x-icu", firstname collate "und-x-icu", id)
  include (active, partner_id, search_text);

-- The index above serves servers of the previous version, too.
drop index concurrently if exists users_in_order;

-- Reading from the index alone needs a table whose pages are vacuumed; each login changes a row.
alter table users set (autovacuum_vacuum_scale_factor = 0.01);
