-- Who may log in is an account: a person of a company, or an administrator.

create table accounts (
  id   uuid primary key,
  kind text not null check (kind in ('user', 'admin')),
  unique (id, kind)
);

insert into accounts (id, kind) select id, 'user' from users;

alter table users
  add column kind text not null default 'user' check (kind = 'user'),
  add foreign key (id, kind) references accounts (id, kind) on delete cascade;

-- What proves who somebody is hangs on either: user_id there is the id of an account.
alter table passwords drop constraint passwords_user_id_fkey,
  add foreign key (user_id) references accounts on delete cascade;
alter table second_factors drop constraint second_factors_user_id_fkey,
  add foreign key (user_id) references accounts on delete cascade;
alter table recovery_codes drop constraint recovery_codes_user_id_fkey,
  add foreign key (user_id) references accounts on delete cascade;
alter table login_attempts drop constraint login_attempts_user_id_fkey,
  add foreign key (user_id) references accounts on delete cascade;
alter table known_browsers drop constraint known_browsers_user_id_fkey,
  add foreign key (user_id) references accounts on delete cascade;
alter table mails drop constraint mails_user_id_fkey,
  add foreign key (user_id) references accounts on delete cascade;
alter table one_time_links drop constraint one_time_links_user_id_fkey,
  add foreign key (user_id) references accounts on delete cascade,
  drop constraint one_time_links_kind_check,
  add constraint one_time_links_kind_check
    check (kind in ('invitation', 'reset-password', 'reset-mfa', 'log-me-out', 'admin-set-up'));

create table admins (
  id                 uuid primary key,
  kind               text not null default 'admin' check (kind = 'admin'),
  email              text not null unique check (email = lower(email) and email <> ''),
  firstname          text not null,
  lastname           text not null,
  preferred_language text not null default 'en',
  active             boolean not null default true,
  -- Who she is at the company's identity provider; bound once, by her address.
  oidc_issuer        text,
  oidc_subject       text,
  -- Rises with each change of her roles.
  version            integer not null default 1,
  -- Whose change that was, so that whoever comes second can be told.
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

create table admin_sessions (
  id            uuid primary key,
  admin_id      uuid not null references admins on delete cascade,
  -- Only its hash is kept, so a stolen table opens no session.
  token_hash    bytea not null unique,
  browser       text not null,
  ip_address    text not null,
  -- How the login was proven: pwd and otp or recovery, or the identity provider (oidc).
  methods       text[] not null,
  created_at    timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  -- When a code was last shown, for deeds that want a fresh one.
  step_up_at timestamptz,
  expires_at    timestamptz not null
);

create index on admin_sessions (admin_id);
create index on admin_sessions (expires_at);
