-- Outside of a transaction: the indexes are built while users log in. Every statement can be repeated.

-- The list of users by their last login; who never logged in stands before all times.
drop index concurrently if exists users_by_last_login;
create index concurrently users_by_last_login
  on users (coalesce(last_login_at, '-infinity'::timestamptz), id);

drop index concurrently if exists users_by_creation;
create index concurrently users_by_creation on users (created_at, id);

-- Users of one company, and of one language, in the order of names.
drop index concurrently if exists users_of_company_by_name;
create index concurrently users_of_company_by_name
  on users (partner_id, lastname collate "und-x-icu", firstname collate "und-x-icu", id);

drop index concurrently if exists users_of_language_by_name;
create index concurrently users_of_language_by_name
  on users (preferred_language, lastname collate "und-x-icu", firstname collate "und-x-icu", id);

-- The few who are deactivated, or were invited and never joined.
drop index concurrently if exists users_deactivated_by_name;
create index concurrently users_deactivated_by_name
  on users (lastname collate "und-x-icu", firstname collate "und-x-icu", id) where not active;

drop index concurrently if exists users_invited_by_name;
create index concurrently users_invited_by_name
  on users (lastname collate "und-x-icu", firstname collate "und-x-icu", id)
  where active and onboarded_at is null;

drop index concurrently if exists users_invited_by_creation;
create index concurrently users_invited_by_creation
  on users (created_at, id) where active and onboarded_at is null;

-- Users of one platform.
drop index concurrently if exists subsystem_accounts_of_platform;
create index concurrently subsystem_accounts_of_platform on subsystem_accounts (subsystem_id, user_id);
