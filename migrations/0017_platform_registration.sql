-- How a platform is registered and changed while all runs, and what it may do of its own accord.

alter table subsystems
  -- From where else a redirect_url may lead to it, beside the origin of its address.
  add column origins text[] not null default '{}',
  -- Where a platform that signs what it asks publishes its keys, in the place of keys that are stored here.
  add column jwks_uri text,
  -- Whether it may invite people to itself (scope invitations).
  add column may_invite boolean not null default false,
  -- The secret before the present one, for as long as it is still accepted. Encrypted like that.
  add column old_client_secret text,
  add column old_client_secret_until timestamptz,
  -- Rises with each change of what it proves itself by: tokens of its own from before mean nothing.
  add column credential_version integer not null default 1,
  -- Rises with each change, so that whoever comes second can be told.
  add column version integer not null default 1,
  add check ((old_client_secret is null) = (old_client_secret_until is null)),
  drop constraint subsystems_check,
  drop constraint subsystems_check1,
  add constraint one_proof check (num_nonnulls(client_secret, jwks, jwks_uri) <= 1),
  -- Whoever can keep no secret has nothing but PKCE, and nobody can tell who it is.
  add constraint proof_needed check (
    num_nonnulls(client_secret, jwks, jwks_uri) = 1 or (pkce = 'required' and not may_invite));

-- Which platform invited, where one did.
alter table invitations add column platform_id text references subsystems;
create index on invitations (platform_id, id) where platform_id is not null;

-- What was answered to a call that its sender numbered, so that sending it again does nothing again.
create table idempotency_keys (
  owner      text not null,
  key_hash   bytea not null,
  body_hash  bytea not null,
  answer     jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, key_hash)
);

create index on idempotency_keys (created_at);

-- Logout notices that wait, by platform.
create index on platform_sessions (client_id, ended_at) where ended_at is not null and delivered_at is null;
