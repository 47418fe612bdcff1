-- The tokens that sessions had before their last rotations: requests in flight still carry them.
create table replaced_tokens (
  token_hash  bytea primary key,
  -- Of sessions or admin_sessions; it may have ended.
  session_id  uuid not null,
  replaced_at timestamptz not null default now()
);
