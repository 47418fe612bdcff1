-- Outside of a transaction: the index is built while mails are sent. The statement can be repeated.

-- The mails to an address before its user existed, such as an invitation: the page of the user shows them.
drop index concurrently if exists mails_to_address;
create index concurrently mails_to_address on mails (to_address, created_at desc) where user_id is null;
