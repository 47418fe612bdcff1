-- Where else a user is told, such as a second email address: usable three days after it was added.
create table contact_points (
  id          uuid primary key,
  user_id     uuid not null references users on delete cascade,
  kind        text not null check (kind in ('email')),
  value       text not null,
  verified_at timestamptz,
  created_at  timestamptz not null default now(),
  usable_from timestamptz not null,
  unique (user_id, kind, value)
);

-- The user locked the account: an administrator alone cannot open it again.
alter table users add column locked_by_owner_at timestamptz;

alter table one_time_links
  -- The case that a link belongs to: stopping it, or what it leads to.
  add column approval_id uuid references approvals on delete cascade,
  add column contact_point_id uuid references contact_points on delete cascade;

alter table one_time_links drop constraint one_time_links_kind_check;
alter table one_time_links add constraint one_time_links_kind_check
  check (kind in ('invitation', 'reset-password', 'reset-mfa', 'log-me-out', 'admin-set-up', 'recover',
                  'stop-recovery', 'contact-point', 'join-company')) not valid;
alter table one_time_links validate constraint one_time_links_kind_check;
