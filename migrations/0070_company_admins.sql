-- A company may have administrators of its own.
alter table partners
  add column delegated boolean not null default false,
  -- Active users and open invitations up to which its administrators invite and activate; null: no limit.
  add column seats integer check (seats > 0),
  -- The platforms that they may give; null: all of the company.
  add column delegated_subsystems text[],
  -- How often they review who has access (PCI DSS 7.2.4), and whether what nobody decided is taken away.
  add column review_months integer check (review_months in (3, 6, 12)),
  add column review_strict boolean not null default false;

create table company_roles (
  user_id  uuid not null references users on delete cascade,
  role     text not null check (role in ('owner', 'people', 'security', 'auditor')),
  given_by text not null,
  given_at timestamptz not null default now(),
  primary key (user_id, role)
);

alter table subsystem_accounts
  -- Such as `admin:` or `user:` and an id.
  add column given_by text not null default 'sign-up',
  add column expires_at timestamptz,
  -- When the user was told that the access ends soon, and when it was ended.
  add column expiry_mailed_at timestamptz,
  add column expired_at timestamptz;

-- What the access that an invitation gives ends with.
alter table invitations add column access_expires_at timestamptz;

create table access_requests (
  id           uuid primary key,
  user_id      uuid not null references users on delete cascade,
  subsystem_id text not null references subsystems,
  reason       text not null default '',
  asked_at     timestamptz not null default now(),
  decided_by   text,
  decided_at   timestamptz,
  decision     text check (decision in ('given', 'refused')),
  -- The next digest for those who decide has named it.
  mailed_at    timestamptz
);

create unique index access_requests_open on access_requests (user_id, subsystem_id) where decided_at is null;
create index access_requests_of_user on access_requests (user_id, asked_at);
