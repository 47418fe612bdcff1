-- Outside of a transaction: the indexes are built while users log in. Every statement can be repeated.

-- For the deletion of a user, of a second factor, of a passkey and of a contact point.
drop index concurrently if exists second_factors_of_user;
create index concurrently second_factors_of_user on second_factors (user_id);

drop index concurrently if exists platform_sessions_of_user;
create index concurrently platform_sessions_of_user on platform_sessions (user_id);

drop index concurrently if exists login_attempts_of_passkey;
create index concurrently login_attempts_of_passkey on login_attempts (passkey_id) where passkey_id is not null;

drop index concurrently if exists one_time_links_of_contact_point;
create index concurrently one_time_links_of_contact_point on one_time_links (contact_point_id)
  where contact_point_id is not null;

-- An erasure deletes all mails to an address; mails_to_address has only those to addresses without a user.
drop index concurrently if exists mails_of_address;
create index concurrently mails_of_address on mails (to_address, created_at desc);
drop index concurrently if exists mails_to_address;
