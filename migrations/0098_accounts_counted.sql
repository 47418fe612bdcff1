-- Outside of a transaction: the index is built while users log in. The statements can be repeated.

-- Users with access to a platform are counted in the index; it replaces the one without the two columns.
drop index concurrently if exists subsystem_accounts_counted;
create index concurrently subsystem_accounts_counted
  on subsystem_accounts (subsystem_id, user_id) include (active, expires_at);
drop index concurrently if exists subsystem_accounts_of_platform;
alter index subsystem_accounts_counted rename to subsystem_accounts_of_platform;
