-- How often something was tried, and the browsers that somebody has logged in with before.

create table rate_limits (
  name          text not null,
  -- An address, an account, a mail address or a browser, as the limit of that name counts.
  key           text not null,
  -- When each try was that still counts.
  tries         timestamptz[] not null,
  blocked_until timestamptz,
  -- From then on the row means nothing.
  stale_at      timestamptz not null,
  primary key (name, key)
);

create index on rate_limits (stale_at);

-- One cookie may know several people; only its hash is kept.
create table known_browsers (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, token_hash)
);

create index on known_browsers (token_hash);
create index on known_browsers (expires_at);

-- Set when its owner said that somebody else has logged in with it: it logs nobody in any more.
alter table passwords add column compromised_at timestamptz;
