-- expands
-- A time at most a few minutes before last_seen_at, by which the worker finds idle sessions. Most activity leaves it
-- unchanged, so it can be indexed. Servers of the previous version never change it: the worker then looks too early.
alter table sessions add column coarse_seen_at timestamptz not null default now();

-- Activity is written in the page of its row, without a new entry in each index. Pages written from now on.
alter table sessions set (fillfactor = 80);
alter table platform_access set (fillfactor = 80);
