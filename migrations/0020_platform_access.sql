-- Platform access of users who exist: given, taken, activated and deactivated.

-- Rises with each change of the user's platforms; a save with an older version is a conflict.
alter table users add column platforms_version integer not null default 1;

-- One platform given to, or taken from, every user that a company had at that moment.
create table partner_platform_changes (
  id            uuid primary key,
  partner_id    uuid not null references partners,
  subsystem_id  text not null references subsystems,
  gives         boolean not null,
  reason        text not null,
  admin_id      uuid not null,
  ip_address    text not null,
  created_at    timestamptz not null default now(),
  -- The last user who is done: a job that was killed goes on after them.
  last_user_id  uuid,
  -- Also set when a later change of the same platform replaces this one.
  finished_at   timestamptz
);

create index on partner_platform_changes (partner_id, subsystem_id) where finished_at is null;
