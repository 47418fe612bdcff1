-- expands
-- The transaction that wrote a row: the worker seals the rows of the transactions that have ended since its last run.
-- Rows from before have none. The default comes in a second step, so that PostgreSQL does not rewrite the table, and
-- also gives a number to rows that servers of the previous version write. It is not sealed with the row.
alter table audit_log
  add column xid xid8,
  alter column xid set default pg_current_xact_id();
