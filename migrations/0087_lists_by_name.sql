-- Outside of a transaction: the index is built while users log in. The statements can be repeated.

-- Users of a platform are sorted by their names, which the index holds: their rows are not read.
drop index concurrently if exists users_names;
create index concurrently users_names on users (id) include (lastname, firstname, active);

-- Few companies are inactive.
drop index concurrently if exists partners_inactive_by_name;
create index concurrently partners_inactive_by_name on partners (name collate "und-x-icu", id) where not active;
