-- Outside of a transaction: the indexes are built while users log in. Every statement can be repeated.

-- Names and address for the search, folded by the program (contract/fold.ts). Null: a worker fills it.
set lock_timeout = '2s';
alter table invitations add column if not exists search_text text;
reset lock_timeout;

drop index concurrently if exists invitations_search_text;
create index concurrently invitations_search_text on invitations using gin (search_text gin_trgm_ops);

drop index concurrently if exists invitations_without_search_text;
create index concurrently invitations_without_search_text on invitations (id) where search_text is null;
