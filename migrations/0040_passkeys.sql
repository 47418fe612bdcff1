-- Passkeys of users and admins (WebAuthn Level 3).
create table passkeys (
  id              uuid primary key,
  user_id         uuid not null references accounts on delete cascade,
  -- The host that it was made for; it works for no other one.
  rp_id           text not null,
  credential_id   bytea not null,
  -- COSE, with its algorithm.
  public_key      bytea not null,
  sign_count      bigint not null default 0,
  transports      text[] not null default '{}',
  -- Whether it may be synced never changes; whether it is backed up may.
  backup_eligible boolean not null,
  backed_up       boolean not null,
  -- The model of the authenticator, unproven: attestation is not asked for.
  aaguid          uuid not null,
  name            text not null check (name <> ''),
  -- What the session had been verified with when it was added.
  added_with      text[] not null,
  created_at      timestamptz not null default now(),
  last_used_at    timestamptz,
  -- Since it seemed to be copied, or was reported.
  disabled_at     timestamptz,
  unique (rp_id, credential_id)
);

create index on passkeys (user_id);

-- Used challenges, so that each counts once.
create table passkey_challenges (
  challenge_hash bytea primary key,
  expires_at     timestamptz not null
);

create index on passkey_challenges (expires_at);
