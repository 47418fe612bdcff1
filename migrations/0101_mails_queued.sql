-- Outside of a transaction: for the metric of the oldest mail that waits, which each scrape asks for.

drop index concurrently if exists mails_queued;
create index concurrently mails_queued on mails (created_at) where state = 'queued';
