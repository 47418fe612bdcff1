-- How a platform proves itself, and what is told of it while it is told.

alter table subsystems
  -- Public keys of a platform that signs its requests (private_key_jwt) in the place of a secret.
  add column jwks jsonb,
  add column pkce text not null default 'required' check (pkce in ('required', 'optional')),
  add check (client_secret is null or jwks is null),
  -- Whoever can keep no secret has nothing but PKCE.
  add check (pkce = 'required' or client_secret is not null or jwks is not null);
