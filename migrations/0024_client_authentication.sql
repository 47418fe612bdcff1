-- Client secrets are stored as hashes. A job replaces the encrypted ones of earlier versions, which hold until then.
-- While a server of the earlier version runs, it writes and reads the encrypted columns only.
alter table subsystems
  -- SHA-256 of a random secret of 256 bits. Null without a secret, and while client_secret is not null.
  add column client_secret_hash bytea,
  add column old_client_secret_hash bytea,
  -- Rises when a secret or key is replaced or removed, or the method changes: refresh tokens carry it.
  add column authentication_version integer not null default 1,
  drop constraint subsystems_one_credential,
  drop constraint subsystems_old_secret,
  drop constraint subsystems_public_client,
  add constraint subsystems_one_credential check (
    num_nonnulls(client_secret, client_secret_hash, jwks, jwks_uri) <= 1),
  add constraint subsystems_old_secret check (
    num_nonnulls(old_client_secret, old_client_secret_hash) = num_nonnulls(old_client_secret_until)),
  add constraint subsystems_public_client check (
    num_nonnulls(client_secret, client_secret_hash, jwks, jwks_uri) = 1 or (pkce = 'required' and not may_invite));
