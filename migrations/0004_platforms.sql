-- The provider's platforms, who may enter them, and what the OpenID provider remembers.

create table subsystems (
  id                     text primary key check (id ~ '^[a-z][a-z0-9-]{1,40}$'),
  name                   text not null,
  url                    text not null,
  -- Encrypted; opened only with the platform's id. Null: a public client.
  client_secret          text,
  redirect_uris          text[] not null,
  post_logout_uris       text[] not null default '{}',
  backchannel_logout_uri text,
  active                 boolean not null default true,
  created_at             timestamptz not null default now()
);

create table subsystem_accounts (
  user_id      uuid not null references users on delete cascade,
  subsystem_id text not null references subsystems,
  active       boolean not null default true,
  created_at   timestamptz not null default now(),
  primary key (user_id, subsystem_id)
);

create table signing_keys (
  kid         text primary key,
  use         text not null check (use in ('oidc', 'audit', 'sandbox', 'forward-auth')),
  algorithm   text not null,
  public_jwk  jsonb not null,
  -- Encrypted; opened only with the kid.
  private_jwk text not null,
  created_at  timestamptz not null default now(),
  retired_at  timestamptz
);

-- One live key per use: two servers that start at once agree on it.
create unique index signing_keys_current on signing_keys (use) where retired_at is null;

create table oidc_records (
  model       text not null,
  id          text not null,
  -- Whatever a session led to goes with it.
  session_id  uuid references sessions on delete cascade,
  grant_id    text,
  uid         text,
  payload     jsonb not null,
  expires_at  timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);

create index on oidc_records (session_id);
create index on oidc_records (grant_id);
create index on oidc_records (uid) where uid is not null;
create index on oidc_records (expires_at);
