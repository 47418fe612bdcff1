-- The schema of version 0.2.0. Later migrations only add to it.

create extension if not exists pg_trgm;

-- Everything that can log in: a user of a company, or an admin.
create table accounts (
  id   uuid primary key,
  kind text not null check (kind in ('user', 'admin')),
  unique (id, kind)
);

-- Companies and their users.

create table partners (
  id         uuid primary key,
  name       text not null unique check (name <> ''),
  active     boolean not null default true,
  -- Platforms that its users may open. Null: no restriction.
  subsystems text[],
  -- Rises with each change; a save with an older version is a conflict.
  version    integer not null default 1,
  created_at timestamptz not null default now()
);

create index on partners (lower(name), id);

create table users (
  id                 uuid primary key,
  kind               text not null default 'user' check (kind = 'user'),
  partner_id         uuid references partners,
  email              text not null unique check (email = lower(email) and email <> ''),
  firstname          text not null,
  lastname           text not null,
  job_title          text not null default '',
  timezone           text not null default 'UTC',
  preferred_language text not null default 'en',
  phone              text not null default '',
  referral_code      text not null default '',
  permissions        text[] not null default '{}',
  active             boolean not null default true,
  onboarded_at       timestamptz,
  last_login_at      timestamptz,
  -- The dormant period counts from here after an admin has reactivated the account.
  reactivated_at     timestamptz,
  dormant_warned_at  timestamptz,
  created_at         timestamptz not null default now(),
  -- Text for the search. Chinese names are written without a space, family name first.
  search             text not null generated always as (
    lower(firstname || ' ' || lastname || chr(10) || lastname || firstname || chr(10) || email)) stored,
  foreign key (id, kind) references accounts (id, kind) on delete cascade
);

create index on users (partner_id);
create index users_search on users using gin (search gin_trgm_ops);
create index users_firstname on users (lower(firstname) text_pattern_ops);
create index users_lastname on users (lower(lastname) text_pattern_ops);
create index users_email on users (email text_pattern_ops);
create index users_by_name on users (lower(lastname), lower(firstname), id);
-- Dormant accounts.
create index users_last_used
  on users (greatest(created_at, last_login_at, reactivated_at)) where active;

create table terms_acceptances (
  user_id     uuid not null references users on delete cascade,
  version     text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);

-- Admins.

create table admins (
  id                 uuid primary key,
  kind               text not null default 'admin' check (kind = 'admin'),
  email              text not null unique check (email = lower(email) and email <> ''),
  firstname          text not null,
  lastname           text not null,
  preferred_language text not null default 'en',
  active             boolean not null default true,
  -- The account at the company's identity provider; bound at the first login, by the email address.
  oidc_issuer        text,
  oidc_subject       text,
  -- Rises with each change of the roles; a save with an older version is a conflict.
  version            integer not null default 1,
  -- The admin who made that change, for the conflict message.
  changed_by         uuid references admins on delete set null,
  last_login_at      timestamptz,
  created_at         timestamptz not null default now(),
  check ((oidc_issuer is null) = (oidc_subject is null)),
  unique (oidc_issuer, oidc_subject),
  foreign key (id, kind) references accounts (id, kind) on delete cascade
);

create table admin_roles (
  admin_id uuid not null references admins on delete cascade,
  role     text not null check (role in ('super_admin', 'auditor', 'support', 'user_admin')),
  primary key (admin_id, role)
);

-- Credentials. Here and in the tables of the login, user_id is the id of an account.

-- The newest row of an account is its password; older ones are kept so that they are not used again.
create table passwords (
  id             uuid primary key,
  user_id        uuid not null references accounts on delete cascade,
  hash           text not null,
  created_at     timestamptz not null default now(),
  -- When a login with this password and the second factor succeeded.
  verified_at    timestamptz,
  -- When the user reported a login with it as not their own: it no longer works.
  compromised_at timestamptz
);

create index on passwords (user_id, id desc);

create table second_factors (
  id                  uuid primary key,
  user_id             uuid not null references accounts on delete cascade,
  kind                text not null default 'totp' check (kind = 'totp'),
  -- Encrypted, bound to the account's id.
  secret              text not null,
  created_at          timestamptz not null default now(),
  confirmed_at        timestamptz,
  -- The last time step whose code was accepted: a code works once.
  last_step           bigint not null default 0,
  failures            integer not null default 0,
  disabled_at         timestamptz,
  -- On a pending factor: the link or session in which the first step of a reset succeeded, and how.
  -- Only there can the second step follow.
  verified_by         text,
  verification_method text check (verification_method in ('otp', 'recovery', 'pwd'))
);

create unique index second_factors_confirmed on second_factors (user_id) where confirmed_at is not null;
create unique index second_factors_pending on second_factors (user_id) where confirmed_at is null;
-- By the secret key that encrypts them, so that re-encryption finds the rest without a full scan.
create index second_factors_sealed_by on second_factors (split_part(secret, '.', 1), id);

create table recovery_codes (
  id         uuid primary key,
  user_id    uuid not null references accounts on delete cascade,
  -- The first characters; they find the code before the slow comparison.
  prefix     text not null,
  hash       text not null,
  used_at    timestamptz,
  created_at timestamptz not null default now()
);

create index on recovery_codes (user_id, prefix);

-- Logins and sessions.

-- From the password to the code.
create table login_attempts (
  id          uuid primary key,
  user_id     uuid not null references accounts on delete cascade,
  token_hash  bytea not null unique,
  tries       integer not null default 0,
  -- The attempt ends when this password is replaced.
  password_id uuid,
  created_at  timestamptz not null default now(),
  expires_at  timestamptz not null
);

create index on login_attempts (user_id);
create index on login_attempts (expires_at);

create table sessions (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  -- Only the hash is stored, so a stolen table opens no session.
  token_hash   bytea not null unique,
  browser      text not null,
  ip_address   text not null,
  -- Authentication methods (RFC 8176): pwd, otp, or recovery for a recovery code.
  methods      text[] not null,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at   timestamptz not null
);

create index on sessions (user_id);
create index on sessions (expires_at);

create table admin_sessions (
  id           uuid primary key,
  admin_id     uuid not null references admins on delete cascade,
  -- Only the hash is stored, so a stolen table opens no session.
  token_hash   bytea not null unique,
  browser      text not null,
  ip_address   text not null,
  -- As in sessions, or oidc for the identity provider.
  methods      text[] not null,
  created_at   timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- The last step-up authentication.
  step_up_at   timestamptz,
  expires_at   timestamptz not null
);

create index on admin_sessions (admin_id);
create index on admin_sessions (expires_at);

-- Browsers with an earlier login. Several accounts may share a browser's cookie; only its hash is stored.
create table known_browsers (
  id         uuid primary key,
  user_id    uuid not null references accounts on delete cascade,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  unique (user_id, token_hash)
);

create index on known_browsers (token_hash);
create index on known_browsers (expires_at);

create table rate_limits (
  name          text not null,
  -- An IP address, an account, an email address or a browser, as the limit of that name counts.
  key           text not null,
  -- The times of the tries that still count.
  tries         timestamptz[] not null,
  blocked_until timestamptz,
  -- From then on the row has no effect.
  stale_at      timestamptz not null,
  primary key (name, key)
);

create index on rate_limits (stale_at);

-- Solved human checks: each answer counts once.
create table human_checks (
  answer_hash bytea primary key,
  expires_at  timestamptz not null
);

create index on human_checks (expires_at);

-- Platforms, access to them, and the records of the OpenID provider.

create table subsystems (
  id                      text primary key check (id ~ '^[a-z][a-z0-9-]{1,40}$'),
  name                    text not null,
  url                     text not null,
  -- Encrypted, bound to the platform's id. Null without jwks or jwks_uri: a public client.
  client_secret           text,
  -- The previous secret while it is still accepted. Encrypted like client_secret.
  old_client_secret       text,
  old_client_secret_until timestamptz,
  -- Public keys for private_key_jwt, stored here or published by the platform.
  jwks                    jsonb,
  jwks_uri                text,
  pkce                    text not null default 'required' check (pkce in ('required', 'optional')),
  redirect_uris           text[] not null,
  post_logout_uris        text[] not null default '{}',
  backchannel_logout_uri  text,
  -- Origins beside the one of url to which a redirect_url may lead.
  origins                 text[] not null default '{}',
  -- The one origin behind forward authentication, as a browser writes it. Null: not used.
  entry_origin            text unique check (entry_origin ~ '^https?://[^/@?#\s[:upper:]]+$'),
  -- Whether it may invite users (scope invitations).
  may_invite              boolean not null default false,
  active                  boolean not null default true,
  -- Rises with each change of its credentials: older tokens of its own become invalid.
  credential_version      integer not null default 1,
  -- Rises with each change; a save with an older version is a conflict.
  version                 integer not null default 1,
  created_at              timestamptz not null default now(),
  constraint subsystems_one_credential check (num_nonnulls(client_secret, jwks, jwks_uri) <= 1),
  constraint subsystems_old_secret check ((old_client_secret is null) = (old_client_secret_until is null)),
  -- A public client has only PKCE, and its own calls cannot be authenticated.
  constraint subsystems_public_client check (
    num_nonnulls(client_secret, jwks, jwks_uri) = 1 or (pkce = 'required' and not may_invite))
);

-- Networks from which a company's users may come.
create table ip_allow_rules (
  id           uuid primary key,
  partner_id   uuid not null references partners on delete cascade,
  -- Null: every platform.
  subsystem_id text references subsystems,
  cidr         cidr not null,
  unique nulls not distinct (partner_id, subsystem_id, cidr)
);

-- The IP address in a text, or null. An IPv4-mapped IPv6 address counts as IPv4.
create function address_of(written text) returns inet
language plpgsql immutable strict as $$
declare
  found inet;
begin
  found := split_part(written, '%', 1)::inet;
  if family(found) = 6 and found <<= inet '::ffff:0:0/96' then
    return substr(host(found), 8)::inet;
  end if;
  return host(found)::inet;
exception when others then
  return null;
end $$;

create table subsystem_accounts (
  user_id      uuid not null references users on delete cascade,
  subsystem_id text not null references subsystems,
  active       boolean not null default true,
  created_at   timestamptz not null default now(),
  primary key (user_id, subsystem_id)
);

-- Platforms that a session opened. A row outlives its session until the platform has its logout notification.
create table platform_sessions (
  id           uuid primary key,
  session_id   uuid not null,
  user_id      uuid not null references users on delete cascade,
  client_id    text not null,
  sid          text not null,
  -- The user's IP address; the platform's own calls come from another one.
  ip_address   text not null default '',
  created_at   timestamptz not null default now(),
  ended_at     timestamptz,
  delivered_at timestamptz,
  last_error   text,
  unique (session_id, client_id, sid)
);

create index on platform_sessions (session_id);
create index on platform_sessions (ended_at) where delivered_at is null;
-- Pending logout notifications by platform.
create index on platform_sessions (client_id, ended_at) where ended_at is not null and delivered_at is null;
-- Retention.
create index platform_sessions_ended on platform_sessions (ended_at) where ended_at is not null;

-- Forward authentication: a session's access to one platform behind a proxy.
create table platform_access (
  id              uuid primary key,
  session_id      uuid not null references sessions on delete cascade,
  subsystem_id    text not null references subsystems on delete cascade,
  -- The requested path on the platform's origin.
  path            text not null,
  code_hash       bytea not null unique,
  -- Binds the code to the browser that asked for it.
  state_hash      bytea not null,
  code_expires_at timestamptz not null,
  -- The browser's token from then on. Null until the code is exchanged.
  token_hash      bytea unique,
  created_at      timestamptz not null default now()
);

create index on platform_access (session_id);
create index on platform_access (code_expires_at) where token_hash is null;

create table signing_keys (
  kid         text primary key,
  use         text not null check (use in ('oidc', 'audit', 'sandbox', 'forward-auth')),
  algorithm   text not null,
  public_jwk  jsonb not null,
  -- Encrypted, bound to the kid.
  private_jwk text not null,
  created_at  timestamptz not null default now(),
  retired_at  timestamptz
);

-- One current key for each use: two servers that start at the same time agree on it.
create unique index signing_keys_current on signing_keys (use) where retired_at is null;

create table oidc_records (
  model       text not null,
  id          text not null,
  -- Records of a session are deleted with it.
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

-- Answers to calls with an Idempotency-Key, so that a repeated call has no second effect.
create table idempotency_keys (
  owner      text not null,
  key_hash   bytea not null,
  body_hash  bytea not null,
  answer     jsonb,
  created_at timestamptz not null default now(),
  primary key (owner, key_hash)
);

create index on idempotency_keys (created_at);

-- Users of this sandbox, by their account at the portal that it trusts.
create table sandbox_accounts (
  issuer  text not null,
  subject text not null,
  user_id uuid not null unique references users on delete cascade,
  primary key (issuer, subject)
);

-- Each token works once. Rows are deleted after the token would have expired.
create table sandbox_tokens (
  issuer  text not null,
  jti     uuid not null,
  used_at timestamptz not null default now(),
  primary key (issuer, jti)
);

create index on sandbox_tokens (used_at);

-- Invitations, one-time links and mails.

create table invitations (
  id                 uuid primary key,
  partner_id         uuid not null references partners,
  email              text not null check (email = lower(email) and email <> ''),
  firstname          text not null,
  lastname           text not null,
  preferred_language text not null default 'en',
  subsystems         text[] not null default '{}',
  redirect_url       text,
  -- The platform that invited. Null: an admin or a command.
  platform_id        text references subsystems,
  created_at         timestamptz not null default now(),
  accepted_at        timestamptz,
  revoked_at         timestamptz
);

create index on invitations (email);
create index on invitations (platform_id, id) where platform_id is not null;

create table one_time_links (
  id            uuid primary key,
  kind          text not null
    check (kind in ('invitation', 'reset-password', 'reset-mfa', 'log-me-out', 'admin-set-up')),
  token_hash    bytea not null unique,
  user_id       uuid references accounts on delete cascade,
  invitation_id uuid references invitations on delete cascade,
  email         text not null,
  created_by    text not null,
  -- Failed tries on the link before it was used.
  tries         integer not null default 0,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  used_at       timestamptz,
  voided_at     timestamptz,
  check ((user_id is null) <> (invitation_id is null))
);

create index on one_time_links (user_id);
create index on one_time_links (invitation_id);
create index on one_time_links (expires_at);

create table mails (
  id         uuid primary key,
  kind       text not null,
  to_address text not null,
  user_id    uuid references accounts on delete cascade,
  language   text not null,
  -- Values for the text, such as ids; never a link or a secret.
  data       jsonb not null default '{}',
  state      text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  tries      integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at    timestamptz
);

create index on mails (user_id, created_at desc);
create index on mails (created_at);

-- The audit log, partitioned by month, and the signed chain that reveals changes to it.

create table audit_log (
  id         uuid not null,
  timestamp  timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'admin', 'platform', 'system', 'visitor')),
  actor_id   text,
  -- The user or entity acted on, where that is not the actor.
  target_id  text,
  action     text not null,
  data       jsonb not null default '{}',
  ip_address text not null default '',
  sub_system text not null default 'portal',
  request_id text not null default '',
  primary key (timestamp, id)
) partition by range (timestamp);

-- One for each filter of the list, in its order.
create index on audit_log (actor_id, timestamp, id) where actor_id is not null;
create index on audit_log (target_id, timestamp, id) where target_id is not null;
create index on audit_log (action, timestamp, id);
create index on audit_log (ip_address, timestamp, id);
create index on audit_log (sub_system, timestamp, id);
create index on audit_log (request_id, timestamp, id);

-- The block of each sealed row; removed with the rows of its month.
create table audit_sealed (
  timestamp timestamptz not null,
  row_id    uuid not null,
  row_hash  bytea not null,
  block     bigint not null,
  primary key (timestamp, row_id)
) partition by range (timestamp);

create index on audit_sealed (block, row_id);

-- The chain. A block holds rows of one month only, so the chain survives the removal of old months.
create table audit_blocks (
  number        bigint primary key check (number > 0),
  previous_hash bytea not null,
  month         text not null check (month ~ '^\d{4}-\d\d$'),
  row_count     integer not null,
  rows_hash     bytea not null,
  made_at       timestamptz not null,
  hash          bytea not null unique,
  kid           text not null,
  signature     bytea not null
);

-- For rows of a month that has no partition yet.
create table audit_log_default partition of audit_log default;
create table audit_sealed_default partition of audit_sealed default;

-- Creates the partitions of this month, of the next three, and of every month with rows in the default
-- partition; returns how many. The server's role may call it, and can create nothing else.
create function make_audit_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
  first_days timestamp[];
  first_day timestamp;
  part text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7067844);
  select array_agg(day order by day) into first_days from (
    select generate_series(date_trunc('month', now() at time zone 'UTC'),
                           date_trunc('month', now() at time zone 'UTC') + interval '3 months',
                           interval '1 month') as day
    union select date_trunc('month', timestamp at time zone 'UTC') from audit_log_default
    union select date_trunc('month', timestamp at time zone 'UTC') from audit_sealed_default) days;
  foreach parent in array array['audit_log', 'audit_sealed'] loop
    foreach first_day in array first_days loop
      part := parent || '_' || to_char(first_day, 'YYYY_MM');
      continue when to_regclass('public.' || part) is not null;
      execute format('lock table %I in access exclusive mode', parent || '_default');
      execute format('create table %I (like %I including all)', part, parent);
      execute format(
        'with moved as (delete from %I where timestamp >= $1 and timestamp < $2 returning *)
         insert into %I select * from moved', parent || '_default', part)
        using first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC';
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
        first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC');
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

revoke all on function make_audit_partitions() from public;

select make_audit_partitions();
