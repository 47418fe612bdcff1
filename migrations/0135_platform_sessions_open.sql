-- Outside of a transaction: for the number of users who would be logged out of a platform.

drop index concurrently if exists platform_sessions_open;
create index concurrently platform_sessions_open on platform_sessions (client_id, user_id) where ended_at is null;
