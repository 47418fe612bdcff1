-- Outside of a transaction: the index is built while failures are counted. The statement can be repeated.

-- The accounts that accept no password from new browsers are few, also while an attack adds millions of streaks.
drop index concurrently if exists failure_streaks_restricted;
create index concurrently failure_streaks_restricted on failure_streaks (key)
  where failures >= 100 and key ~ '^[0-9a-f-]{36}$';
