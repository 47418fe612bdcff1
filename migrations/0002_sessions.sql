-- Between password and code, after it, and where it led.

create table login_attempts (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  tries      integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index on login_attempts (user_id);
create index on login_attempts (expires_at);

create table sessions (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  -- Only its hash is kept, so a stolen table opens no session.
  token_hash   bytea not null unique,
  browser      text not null,
  ip_address   text not null,
  -- How the login was proven: pwd, otp, or a recovery code (kba is not used).
  methods      text[] not null,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null
);

create index on sessions (user_id);
create index on sessions (expires_at);

-- Which platforms a session led to. A row outlives its session until the platform was told.
create table platform_sessions (
  id          uuid primary key,
  session_id  uuid not null,
  user_id     uuid not null references users on delete cascade,
  client_id   text not null,
  sid         text not null,
  created_at  timestamptz not null default now(),
  ended_at    timestamptz,
  delivered_at     timestamptz,
  last_error  text,
  unique (session_id, client_id, sid)
);

create index on platform_sessions (session_id);
create index on platform_sessions (ended_at) where delivered_at is null;
