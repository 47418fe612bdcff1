-- Outside of a transaction: the index is built while users log in. The statements can be repeated.

-- The worker reads idle sessions page by page.
drop index concurrently if exists sessions_by_activity;
create index concurrently sessions_by_activity on sessions (coarse_seen_at, id);
