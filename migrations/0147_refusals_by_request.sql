-- Outside of a transaction: the index is built while platforms are in use. Every statement can be repeated.

-- An admin finds a refused request by the id that its platform has received.
drop index concurrently if exists client_refusals_by_request;
create index concurrently client_refusals_by_request on client_refusals (request_id);
