-- One action for many users, ordered by an admin and done by the worker.
create table bulk_jobs (
  id uuid primary key,
  action text not null,
  -- The platform that is given or taken.
  subsystem_id text references subsystems (id),
  reason text not null,
  admin_id uuid not null,
  -- Of the admin's call, for the audit log.
  ip_address text not null,
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  -- When the last of the mails that were spread over time is sent.
  mails_until timestamptz,
  cancelled_at timestamptz,
  -- The admin was deactivated or lost the permission while it ran.
  refused_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now()
);
create index on bulk_jobs (admin_id, id);

-- Without a reference to users: an erased user's id stays, and fails as an unknown one.
create table bulk_items (
  job_id uuid not null references bulk_jobs on delete cascade,
  target_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed', 'skipped')),
  code integer,
  primary key (job_id, target_id)
);
create index on bulk_items (job_id, state, target_id);
