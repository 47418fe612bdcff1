-- The audit log by month, and what proves that nobody has changed it since.

alter table audit_log rename to audit_log_before;
alter table audit_log_before rename constraint audit_log_pkey to audit_log_before_pkey;

create table audit_log (
  id         uuid not null,
  timestamp  timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('user', 'admin', 'platform', 'system', 'visitor')),
  actor_id   text,
  -- Whom or what it was done to, where that is not the actor.
  target_id  text,
  action     text not null,
  data       jsonb not null default '{}',
  ip_address text not null default '',
  sub_system text not null default 'portal',
  request_id text not null default '',
  primary key (timestamp, id)
) partition by range (timestamp);

-- One for each filter of the list, in the order of its pages.
create index on audit_log (actor_id, timestamp, id) where actor_id is not null;
create index on audit_log (target_id, timestamp, id) where target_id is not null;
create index on audit_log (action, timestamp, id);
create index on audit_log (ip_address, timestamp, id);
create index on audit_log (sub_system, timestamp, id);
create index on audit_log (request_id, timestamp, id);

-- Which row stands in which block. It goes with the rows of its month.
create table audit_sealed (
  timestamp timestamptz not null,
  row_id    uuid not null,
  row_hash  bytea not null,
  block     bigint not null,
  primary key (timestamp, row_id)
) partition by range (timestamp);

create index on audit_sealed (block, row_id);

-- The chain. It stays whole when months are taken away: a block holds the rows of one month only.
create table audit_blocks (
  number        bigint primary key check (number > 0),
  previous_hash bytea not null,
  month         text not null check (month ~ '^\d{4}-\d\d$'),
  row_count     integer not null,
  rows_hash     bytea not null,
  made_at       timestamptz not null,
  hash          bytea not null unique,
  kid           text not null,
  signature     bytea not null
);

-- Only for a row whose month nobody has made ready.
create table audit_log_default partition of audit_log default;
create table audit_sealed_default partition of audit_sealed default;

-- Makes this month and the next three ready, and every month whose rows had to wait in the default. The
-- server's role may call it and can make nothing else by it. How many partitions were made.
create function make_audit_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  parent text;
  first_days timestamp[];
  first_day timestamp;
  part text;
  made integer := 0;
begin
  perform pg_advisory_xact_lock(7067844);
  select array_agg(day order by day) into first_days from (
    select generate_series(date_trunc('month', now() at time zone 'UTC'),
                           date_trunc('month', now() at time zone 'UTC') + interval '3 months',
                           interval '1 month') as day
    union select date_trunc('month', timestamp at time zone 'UTC') from audit_log_default
    union select date_trunc('month', timestamp at time zone 'UTC') from audit_sealed_default) days;
  foreach parent in array array['audit_log', 'audit_sealed'] loop
    foreach first_day in array first_days loop
      part := parent || '_' || to_char(first_day, 'YYYY_MM');
      continue when to_regclass('public.' || part) is not null;
      execute format('lock table %I in access exclusive mode', parent || '_default');
      execute format('create table %I (like %I including all)', part, parent);
      execute format(
        'with moved as (delete from %I where timestamp >= $1 and timestamp < $2 returning *)
         insert into %I select * from moved', parent || '_default', part)
        using first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC';
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
        first_day at time zone 'UTC', (first_day + interval '1 month') at time zone 'UTC');
      made := made + 1;
    end loop;
  end loop;
  return made;
end $$;

revoke all on function make_audit_partitions() from public;

insert into audit_log (id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id)
select id, timestamp, actor_kind, actor_id, target_id, action, data, ip_address, sub_system, request_id
from audit_log_before;

drop table audit_log_before;

select make_audit_partitions();
