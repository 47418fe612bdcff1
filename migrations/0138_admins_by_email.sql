-- Outside of a transaction: the index is built while admins log in. The statement can be repeated.

-- A page of the list of admins is read in its order instead of being sorted.
drop index concurrently if exists admins_by_email;
create index concurrently admins_by_email on admins (email collate "und-x-icu");
