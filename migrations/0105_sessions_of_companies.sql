-- expands
-- The last deactivation or activation of a company, which ends all earlier sessions of its users.
alter table partners add column sessions_after timestamptz;
