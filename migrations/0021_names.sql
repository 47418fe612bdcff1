-- Outside of a transaction: the indexes are built while users log in. Every statement can be repeated.

-- Text for the search, folded by the program (contract/fold.ts). Null: a worker fills it. A server of an older version
-- changes a name without it, and the trigger empties it. All of it is one statement and so one transaction:
-- only its last line ends with a semicolon.
set local lock_timeout = '2s'
; alter table users add column if not exists search_text text
; alter table partners add column if not exists search_text text
; create or replace function forget_search_text() returns trigger language plpgsql as
  $$ begin new.search_text := null; return new; end $$
; create or replace trigger users_renamed before update of firstname, lastname, email on users
  for each row when (old.search_text is not distinct from new.search_text and
    (old.firstname, old.lastname, old.email) is distinct from (new.firstname, new.lastname, new.email))
  execute function forget_search_text()
; create or replace trigger partners_renamed before update of name on partners
  for each row when (old.search_text is not distinct from new.search_text and old.name <> new.name)
  execute function forget_search_text();

drop index concurrently if exists users_search_text;
create index concurrently users_search_text on users using gin (search_text gin_trgm_ops);

drop index concurrently if exists users_without_search_text;
create index concurrently users_without_search_text on users (id) where search_text is null;

-- The order of names in lists.
drop index concurrently if exists users_in_order;
create index concurrently users_in_order
  on users (lastname collate "und-x-icu", firstname collate "und-x-icu", id);

drop index concurrently if exists partners_search_text;
create index concurrently partners_search_text on partners using gin (search_text gin_trgm_ops);

drop index concurrently if exists partners_without_search_text;
create index concurrently partners_without_search_text on partners (id) where search_text is null;

drop index concurrently if exists partners_in_order;
create index concurrently partners_in_order on partners (name collate "und-x-icu", id);
