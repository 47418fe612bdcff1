-- expands
-- few rows: at most forty refused requests of each platform

-- The value that the OpenID provider refused, such as a redirect URI. It is from the request and shortened.
alter table client_refusals add column value text not null default '';

-- An admin finds a refused request by the id that its platform has received.
create index on client_refusals (request_id);
