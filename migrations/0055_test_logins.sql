-- A login with which an admin tries out a platform's registration: a client for ten minutes, one for each session of an
-- admin.
create table test_logins (
  admin_session_id uuid primary key references admin_sessions on delete cascade,
  client_id        text not null unique,
  subsystem_id     text not null references subsystems on delete cascade,
  expires_at       timestamptz not null default now() + interval '10 minutes',
  used_at          timestamptz
);

-- The last test login that went well, and the version of the registration that it tried.
alter table subsystems
  add column tested_at timestamptz,
  add column tested_version integer;
