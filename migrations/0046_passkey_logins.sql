-- A login may begin with a passkey; the password follows.
alter table login_attempts
  add column begun_with text not null default 'pwd' check (begun_with in ('pwd', 'passkey')),
  -- The attempt ends when this passkey is disabled or removed.
  add column passkey_id uuid references passkeys on delete cascade;

-- When the user was last asked for a passkey and declined.
alter table users add column passkey_asked_at timestamptz;
