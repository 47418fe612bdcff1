-- Who was asked to join, and the links that are mailed.

create table invitations (
  id                 uuid primary key,
  partner_id         uuid not null references partners,
  email              text not null check (email = lower(email) and email <> ''),
  firstname          text not null,
  lastname           text not null,
  preferred_language text not null default 'en',
  subsystems         text[] not null default '{}',
  redirect_url       text,
  created_at         timestamptz not null default now(),
  accepted_at        timestamptz,
  revoked_at         timestamptz
);

create index on invitations (email);

create table one_time_links (
  id            uuid primary key,
  kind          text not null check (kind in ('invitation', 'reset-password', 'reset-mfa', 'log-me-out')),
  token_hash    bytea not null unique,
  user_id       uuid references users on delete cascade,
  invitation_id uuid references invitations on delete cascade,
  email         text not null,
  created_by       text not null,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null,
  used_at       timestamptz,
  voided_at     timestamptz,
  check ((user_id is null) <> (invitation_id is null))
);

create index on one_time_links (user_id);
create index on one_time_links (invitation_id);
create index on one_time_links (expires_at);

-- Answers to the human check that were used: each counts once.
create table human_checks (
  answer_hash bytea primary key,
  expires_at  timestamptz not null
);

create index on human_checks (expires_at);
