-- Outside of a transaction: one month after the other, while servers write. The statements can be repeated, and a
-- month whose index is finished is left alone.

-- Rows from before have no transaction, so the index of a month from before is empty. New months get it from the table.
create index if not exists audit_log_xid on only audit_log (xid, id) where xid is not null;

-- Each line that these statements return is executed. The first of two drops what an interrupted build has left.
select s.statement
from pg_inherits p join pg_class c on c.oid = p.inhrelid
cross join lateral (values
  (1, format('drop index concurrently if exists %I', c.relname || '_xid')),
  (2, format('create index concurrently %I on %I (xid, id) where xid is not null', c.relname || '_xid', c.relname))
) s (step, statement)
where p.inhparent = 'audit_log'::regclass and not exists (
  select from pg_index x join pg_class i on i.oid = x.indexrelid
  where x.indrelid = c.oid and x.indisvalid and (i.relname = c.relname || '_xid' or exists (
    select from pg_inherits a where a.inhrelid = i.oid and a.inhparent = 'audit_log_xid'::regclass)))
order by c.relname, s.step
\gexec
;

select format('alter index audit_log_xid attach partition %I', i.relname)
from pg_inherits p join pg_class c on c.oid = p.inhrelid
join pg_index x on x.indrelid = c.oid
join pg_class i on i.oid = x.indexrelid and i.relname = c.relname || '_xid'
where p.inhparent = 'audit_log'::regclass and not exists (
  select from pg_inherits a where a.inhrelid = i.oid)
order by 1
\gexec
;
