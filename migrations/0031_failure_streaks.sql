-- Failures in a row at a password or second factor, until a login completes: unlike rate limits, without a window.
create table failure_streaks (
  -- The id of an account, a known browser or a session, or an email address without an account.
  key      text primary key,
  failures integer not null,
  -- From then on the row has no effect.
  stale_at timestamptz not null
);

create index on failure_streaks (stale_at);
