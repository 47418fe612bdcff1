-- Why sessions have ended, for the browsers that still hold their cookies (M7). Deleted after a day.
create table session_ends (
  token_hash bytea primary key,
  reason     text not null,
  ended_at   timestamptz not null default now()
);
create index on session_ends (ended_at);
