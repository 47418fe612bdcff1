-- Outside of a transaction: writers of the audit log wait for the scan of one month at most. Every statement can be
-- repeated.
set lock_timeout = '2s';

-- States that take long to count: every five minutes by a worker.
create table if not exists snapshots (
  taken_at timestamptz primary key,
  counts   jsonb not null
);

-- Partitions to come get it with the default partition's other indexes.
create index if not exists audit_log_company_id_timestamp_id_idx
  on only audit_log (company_id, timestamp, id) where company_id is not null;

do $$
declare
  part text;
begin
  for part in select inhrelid::regclass::text from pg_inherits where inhparent = 'audit_log'::regclass order by 1 desc
  loop
    execute format('create index if not exists %I on %I (company_id, timestamp, id) where company_id is not null',
                   part || '_company_id_timestamp_id_idx', part);
    execute format('alter index audit_log_company_id_timestamp_id_idx attach partition %I',
                   part || '_company_id_timestamp_id_idx');
    commit;
  end loop;
end $$;

reset lock_timeout;
