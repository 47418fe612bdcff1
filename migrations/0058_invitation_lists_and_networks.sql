-- Outside of a transaction: the indexes are built while users log in. Every statement can be repeated.

-- What admins call a network, such as "Lisbon office".
alter table ip_allow_rules add column if not exists name text not null default '';

-- Invitations that nobody has accepted yet.
drop index concurrently if exists invitations_waiting;
create index concurrently invitations_waiting
  on invitations (id) where accepted_at is null and revoked_at is null;

drop index concurrently if exists invitations_revoked;
create index concurrently invitations_revoked on invitations (id) where revoked_at is not null;

drop index concurrently if exists invitations_of_company;
create index concurrently invitations_of_company on invitations (partner_id, id);
