-- Accounts that nobody uses: when somebody was warned, and from when her time counts anew.

alter table users
  add column reactivated_at timestamptz,
  add column dormant_warned_at timestamptz;
