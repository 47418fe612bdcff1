-- What was done, and what was written to whom.

create table audit_log (
  id         uuid primary key,
  timestamp  timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'admin', 'platform', 'system', 'visitor')),
  actor_id   text,
  -- Whom or what it was done to, where that is not the actor.
  target_id  text,
  action     text not null,
  data       jsonb not null default '{}',
  ip_address text not null default '',
  sub_system text not null default 'portal',
  request_id text not null default ''
);

create index on audit_log (timestamp desc, id desc);
create index on audit_log (actor_id, timestamp desc);
create index on audit_log (target_id, timestamp desc);

create table mails (
  id         uuid primary key,
  kind       text not null,
  to_address text not null,
  user_id    uuid references users on delete cascade,
  language   text not null,
  -- Ids of what it tells of; never a link or a secret.
  about      jsonb not null default '{}',
  state      text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  tries      integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at    timestamptz
);

create index on mails (user_id, created_at desc);
create index on mails (created_at);
