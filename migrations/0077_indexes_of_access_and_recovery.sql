-- Outside of a transaction: the indexes are built while users log in. The statements can be repeated.

-- Access that ends soon.
drop index concurrently if exists subsystem_accounts_expiring;
create index concurrently subsystem_accounts_expiring on subsystem_accounts (expires_at)
  where expires_at is not null and expired_at is null;

-- The links of a case.
drop index concurrently if exists one_time_links_of_approval;
create index concurrently one_time_links_of_approval on one_time_links (approval_id)
  where approval_id is not null;

-- Companies that administer themselves, few of all: for their lists and counts.
drop index concurrently if exists partners_delegated;
create index concurrently partners_delegated on partners (id) where delegated;
