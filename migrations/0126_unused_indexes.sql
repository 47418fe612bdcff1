-- Outside of a transaction: users log in meanwhile. Every statement can be repeated.

-- No statement of this version or the previous one uses these.
drop index concurrently if exists users_search;
drop index concurrently if exists users_firstname;
drop index concurrently if exists users_lastname;
drop index concurrently if exists users_by_name;
drop index concurrently if exists partners_lower_id_idx;
-- The unique indexes users_email_key and platform_sessions_session_id_client_id_sid_key serve the same statements.
drop index concurrently if exists users_email;
drop index concurrently if exists platform_sessions_session_id_idx;
