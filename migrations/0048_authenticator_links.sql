-- The authenticator that a log-me-out link disables, too: its mail tells that it was added. It may be gone by then.
alter table one_time_links add column authenticator_id uuid;
