-- When the user chose a time zone or declined the one that the portal offered: it is offered once.
alter table users add column timezone_settled_at timestamptz;
