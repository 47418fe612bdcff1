-- expands
-- Of a migration that takes away what an earlier version reads: the last version that reads it, which must not start
-- any more, and the version that has applied it. Null: every version since 0.2.0 can run beside it.
alter table migrations add column contracts text, add column version text;
