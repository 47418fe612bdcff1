-- expands
-- few rows: the former function has moved the rows of the default partitions into months
-- The audit log has no default partition: only then can PostgreSQL detach a partition without a lock on the log.
-- Servers of 0.3.0 call make_audit_partitions() as before, and find each row in the log whatever its partition.

-- The tables before their partitions, in the order of all other statements.
lock table audit_log, audit_sealed in access exclusive mode;

-- Moves rows that are in the default partitions for want of a month.
select make_audit_partitions();

do $$
begin
  if exists (select from audit_log_default) or exists (select from audit_sealed_default) then
    raise lock_not_available using message = 'the default partition of the audit log has rows: run this migration again';
  end if;
end $$;

alter table audit_log detach partition audit_log_default;
alter table audit_sealed detach partition audit_sealed_default;
drop table audit_log_default, audit_sealed_default;

-- Creates the partitions of a month in both tables, each of so many days: 31 for one partition, such as
-- audit_log_2026_11; 7 for four, from the 1st, 8th, 15th and 22nd on, such as audit_log_2026_11_08. The last one lasts
-- until the end of the month. Leaves a month alone that has any. Returns the number of partitions that it has created.
create function add_audit_month(first_day date, days integer) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  next_month constant date := first_day + interval '1 month';
  parent text;
  part text;
  start date;
  next_start date;
  made integer := 0;
begin
  foreach parent in array array['audit_log', 'audit_sealed'] loop
    continue when exists (
      select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
        and relname ~ format('^%s_%s(_\d\d)?$', parent, to_char(first_day, 'YYYY_MM')));
    start := first_day;
    while start < next_month loop
      -- A rest of less than a part belongs to the last one.
      next_start := case when start + 2 * days > next_month then next_month else start + days end;
      part := parent || to_char(start, case when days < 28 then '_YYYY_MM_DD' else '_YYYY_MM' end);
      execute format('create table %I (like %I including all)', part, parent);
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, part,
        start::timestamp at time zone 'UTC', next_start::timestamp at time zone 'UTC');
      made := made + 1;
      start := next_start;
    end loop;
  end loop;
  return made;
end $$;

revoke all on function add_audit_month(date, integer) from public;

-- Creates the partitions of the last month, for a clock that is set back, of this one, and of the next three. If this
-- month or the last one has more than 100 million rows, new months have a partition for each week, and only those of the
-- next month are created. The server's role may call it, and can create nothing else.
create or replace function make_audit_partitions() returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  this_month constant date := date_trunc('month', now() at time zone 'UTC');
  is_large boolean;
begin
  perform pg_advisory_xact_lock(7067844);
  select coalesce(max(row_count), 0) > 100000000 into is_large from (
    select sum(greatest(c.reltuples, 0)) as row_count
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'audit_log'::regclass
      and substring(c.relname from '\d{4}_\d\d') in (
        to_char(this_month, 'YYYY_MM'), to_char(this_month - interval '1 month', 'YYYY_MM'))
    group by substring(c.relname from '\d{4}_\d\d')) months;
  return (
    select sum(add_audit_month((this_month + make_interval(months => n))::date, case when is_large then 7 else 31 end))
    from generate_series(-1, case when is_large then 1 else 3 end) n);
end $$;

select make_audit_partitions();
