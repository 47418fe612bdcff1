-- expands
-- few rows: at most forty refused requests of each platform

-- The value that the OpenID provider refused, such as a redirect URI. It is from the request and shortened.
alter table client_refusals add column value text not null default '';
