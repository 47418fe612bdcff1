-- Unused admins are warned and deactivated, as users are.
alter table admins
  add column reactivated_at timestamptz,
  add column dormant_warned_at timestamptz;

-- The profile and its exceptions at the last start, so that each change is recorded once.
create table security_profile (
  id         integer primary key default 1 check (id = 1),
  profile    text not null,
  exceptions jsonb not null default '{}',
  changed_at timestamptz not null default now()
);
