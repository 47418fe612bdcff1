-- Companies, their people, and what proves who somebody is.

create table partners (
  id         uuid primary key,
  name       text not null unique check (name <> ''),
  active     boolean not null default true,
  created_at timestamptz not null default now()
);

create table users (
  id                 uuid primary key,
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
  created_at         timestamptz not null default now()
);

create index on users (partner_id);

-- The newest row of a user is her password; the older ones are kept only so as not to be used again.
create table passwords (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  hash       text not null,
  created_at timestamptz not null default now(),
  -- When a login was completed with this password and the second factor.
  verified_at  timestamptz
);

create index on passwords (user_id, id desc);

create table second_factors (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  kind         text not null default 'totp' check (kind = 'totp'),
  -- Encrypted; opened only with the user's id.
  secret       text not null,
  created_at   timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The last time step whose code was accepted: a code works once.
  last_step    bigint not null default 0,
  failures     integer not null default 0,
  disabled_at  timestamptz
);

create unique index second_factors_confirmed on second_factors (user_id) where confirmed_at is not null;
create unique index second_factors_pending on second_factors (user_id) where confirmed_at is null;

create table recovery_codes (
  id         uuid primary key,
  user_id    uuid not null references users on delete cascade,
  -- The first characters, by which a code is found before the slow comparison.
  prefix     text not null,
  hash       text not null,
  used_at    timestamptz,
  created_at timestamptz not null default now()
);

create index on recovery_codes (user_id, prefix);

create table terms_acceptances (
  user_id     uuid not null references users on delete cascade,
  version     text not null,
  accepted_at timestamptz not null default now(),
  primary key (user_id, version)
);
