-- A link to recover an account also takes a code that support reads out to the user; only its hash is stored.
alter table one_time_links add column code_hash bytea;
-- When its page was first opened: support says whether a link has arrived.
alter table one_time_links add column opened_at timestamptz;
