-- Platforms that stand behind a proxy which asks here, call by call, who somebody is.

alter table subsystems
  -- The one origin under which it is reached through that proxy, as a browser writes it; null: not that way.
  add column entry_origin text unique check (entry_origin ~ '^https?://[^/@?#\s[:upper:]]+$');

create table platform_access (
  id           uuid primary key,
  -- An entry ends with its session.
  session_id   uuid not null references sessions on delete cascade,
  subsystem_id text not null references subsystems on delete cascade,
  -- Where she wanted to go, on that platform's origin.
  path         text not null,
  code_hash    bytea not null unique,
  -- What only the browser knows that asked: a code in another browser opens nothing.
  state_hash   bytea not null,
  code_expires_at timestamptz not null,
  -- What the browser is known by from then on; null while the code is under way.
  token_hash   bytea unique,
  created_at   timestamptz not null default now()
);

create index on platform_access (session_id);
create index on platform_access (code_expires_at) where token_hash is null;
