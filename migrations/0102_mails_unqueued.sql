-- Outside of a transaction: the metric of waiting mails reads the queue's own jobs now.

drop index concurrently if exists mails_queued;
