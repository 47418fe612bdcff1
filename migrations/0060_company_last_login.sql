-- Outside of a transaction: the index is built while users log in. The statements can be repeated.

-- When a company's users last logged in: the list shows it, and finds the companies that nobody uses.
drop index concurrently if exists users_of_company_by_last_login;
create index concurrently users_of_company_by_last_login on users (partner_id, last_login_at);
