-- expands
-- How far the audit log is sealed: one row, written with each block.
create table audit_seal_mark (
  is_only    boolean primary key default true check (is_only),
  -- All rows of the transactions that this snapshot shows as ended are sealed.
  sealed     pg_snapshot not null,
  sealed_at  timestamptz not null,
  -- The snapshot up to which the current pass seals; null if no pass is unfinished.
  target     pg_snapshot,
  target_at  timestamptz,
  -- The last row of that pass that is sealed, in the order of transaction and id.
  after_xid  xid8 not null default '0',
  after_id   uuid not null default '00000000-0000-0000-0000-000000000000',
  -- Equal to the row's own xmin, unless the row was loaded from a dump.
  written_by xid8 not null default pg_current_xact_id()
);
