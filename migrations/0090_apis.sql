-- APIs behind platforms: what access tokens of users may be for.
create table apis (
  -- The absolute URI that requests name as `resource`, and tokens as `aud`.
  id                      text primary key check (id <> '' and id !~ '#'),
  -- By which it authenticates when it introspects.
  client_id               text not null unique check (client_id ~ '^api-[0-9a-f]{32}$'),
  name                    text not null check (name <> ''),
  scopes                  text[] not null check (scopes <> '{}'),
  format                  text not null check (format in ('opaque', 'jwt')),
  client_secret_hash      bytea not null,
  old_client_secret_hash  bytea,
  old_client_secret_until timestamptz,
  active                  boolean not null default true,
  version                 integer not null default 1,
  created_at              timestamptz not null default now()
);

-- Those that a platform may ask for: [{"id", "scopes": […]}].
alter table subsystems add column apis jsonb not null default '[]';
