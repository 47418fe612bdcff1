-- Outside of a transaction: built while people log in.
-- Under which secret key each second factor is sealed: what hangs on an old key is found without reading all.

drop index concurrently if exists second_factors_sealed_by;
create index concurrently second_factors_sealed_by on second_factors (split_part(secret, '.', 1), id);

-- Who has not been here for long.
drop index concurrently if exists users_last_used;
create index concurrently users_last_used
  on users (greatest(created_at, last_login_at, reactivated_at)) where active;

-- What is forgotten by its age.
drop index concurrently if exists platform_sessions_ended;
create index concurrently platform_sessions_ended
  on platform_sessions (ended_at) where ended_at is not null;
