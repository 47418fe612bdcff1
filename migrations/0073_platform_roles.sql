-- What users may be on a platform: [{"id", "names": {"en": …}, "byCompany"}].
alter table subsystems add column roles jsonb not null default '[]';

-- Those of one user; an id that the platform does not name any more counts for nothing.
alter table subsystem_accounts add column roles text[] not null default '{}';

-- The roles that an invitation gives: [{"subsystem", "roles": […]}].
alter table invitations add column platform_roles jsonb not null default '[]';
