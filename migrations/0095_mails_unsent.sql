-- Outside of a transaction: the index is built while mails are sent. The statement can be repeated.

-- The mails that were not taken are few: the list of undelivered ones, and whether one of them is being sent again.
drop index concurrently if exists mails_unsent;
create index concurrently mails_unsent on mails (to_address, kind, created_at) where state <> 'sent';
