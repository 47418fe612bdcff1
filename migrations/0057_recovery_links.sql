-- When its page was first opened: support says whether a link has arrived.
alter table one_time_links add column opened_at timestamptz;
