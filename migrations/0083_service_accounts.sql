-- Machines that call the admin API: each proves itself by a key of its own (private_key_jwt).
create table service_accounts (
  id                 text primary key check (id ~ '^svc-[a-z][a-z0-9-]{1,40}$'),
  name               text not null check (name <> ''),
  scopes             text[] not null,
  jwks               jsonb,
  jwks_uri           text,
  -- Raised with each change of the keys: tokens by former keys are invalid.
  credential_version integer not null default 1,
  expires_at         timestamptz not null,
  -- Empty: from anywhere.
  allowed_from       cidr[] not null default '{}',
  last_used_at       timestamptz,
  -- Days before the end of which was told last: 30, then 7.
  expiry_mailed      integer,
  revoked_at         timestamptz,
  made_by            text not null,
  version            integer not null default 1,
  created_at         timestamptz not null default now(),
  check (num_nonnulls(jwks, jwks_uri) = 1)
);

-- Rows of before need no check: the next migration looks through them without a lock on writers.
alter table audit_log drop constraint audit_log_actor_kind_check;
alter table audit_log add constraint audit_log_actor_kind_check
  check (actor_kind in ('user', 'admin', 'platform', 'service', 'system', 'visitor')) not valid;
