-- Replacing an authenticator: what was proven before the new one is confirmed.

alter table second_factors
  -- On a pending factor: the link or the session in which the first step of a reset was passed, and by what.
  -- Only there can the second step be taken.
  add column verified_by    text,
  add column verification_method text check (verification_method in ('otp', 'recovery', 'pwd'));

alter table one_time_links
  -- What was tried on the link before it was used.
  add column tries integer not null default 0;
