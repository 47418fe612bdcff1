-- expands
-- A row of constant size for each rate limit: entries, each of them a number of attempts and the time of the latest.
-- Servers of 0.3.0 store the time of each attempt in `tries`, and leave the entries alone.
alter table rate_limits
  add column counted_at timestamptz[] not null default '{}',
  add column counted    integer[]     not null default '{}',
  alter column tries set default '{}';

-- Space in each page for the next version of a row, so that a count writes no index.
alter table rate_limits set (fillfactor = 50);
