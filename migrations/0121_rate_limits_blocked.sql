-- Outside of a transaction: the index is built while attempts are counted. The statement can be repeated.

-- The locked accounts are few, also while an attack adds millions of counts. Keys of unknown addresses are not ids.
drop index concurrently if exists rate_limits_blocked;
create index concurrently rate_limits_blocked on rate_limits (blocked_until)
  where blocked_until is not null and name in ('accountPassword', 'accountCode') and key ~ '^[0-9a-f-]{36}$';
