-- What a platform asks of a login, whatever its requests say. Null: nothing.
alter table subsystems
  add column required_acr text check (required_acr in ('https://refeds.org/profile/mfa', 'phr')),
  add column max_age_minutes integer check (max_age_minutes between 1 and 720),
  add column idle_minutes integer check (idle_minutes between 1 and 720);

-- Last use of the platform, written at most every 30 seconds and only where it has idle_minutes. Null: not since it was opened.
alter table platform_sessions add column last_seen_at timestamptz;
alter table platform_access add column last_seen_at timestamptz;

-- When the session's user last logged in with everything that a login takes. Null: at created_at.
alter table sessions add column login_at timestamptz;
