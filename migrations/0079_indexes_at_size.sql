-- Outside of a transaction: the indexes are built while users log in. The statements can be repeated.

drop index concurrently if exists access_requests_of_company;
create index concurrently access_requests_of_company on access_requests (partner_id, asked_at desc, id desc);

drop index concurrently if exists access_requests_open_of_company;
create index concurrently access_requests_open_of_company on access_requests (partner_id, asked_at desc, id desc)
  where decided_at is null;

drop index concurrently if exists company_roles_of_company;
create index concurrently company_roles_of_company on company_roles (partner_id);

drop index concurrently if exists access_review_items_in_order;
create index concurrently access_review_items_in_order on access_review_items (review_id, position) include (decision);

drop index concurrently if exists access_review_items_undecided;
create index concurrently access_review_items_undecided on access_review_items (review_id, position)
  where decision is null;

-- Counted for seats and lists, and in place of one of all users, whom users_of_company_by_name has, too.
drop index concurrently if exists users_active_of_company;
create index concurrently users_active_of_company on users (partner_id) where active;
drop index concurrently if exists users_partner_id_idx;

-- Few of all are neither accepted nor revoked.
drop index concurrently if exists invitations_waiting_of_company;
create index concurrently invitations_waiting_of_company on invitations (partner_id, id)
  where accepted_at is null and revoked_at is null;
