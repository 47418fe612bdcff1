-- What a user showed last in a session, and when: at its login, and at each step-up authentication since.
alter table sessions
  add column verified_at timestamptz not null default now(),
  -- As in methods. Empty while a session has begun with a mailed link, the sandbox or a set-up, or at an older server.
  add column verified_methods text[] not null default '{}';

-- A set-up or a link became a session in one transaction, that is, at one time.
update sessions s set
  verified_at = s.created_at,
  verified_methods = case
    when exists (select from sandbox_accounts a where a.user_id = s.user_id)
      or exists (select from one_time_links l where l.user_id = s.user_id and l.used_at = s.created_at)
      or exists (select from second_factors f where f.user_id = s.user_id and f.confirmed_at = s.created_at)
    then '{}' else s.methods end;
