-- expands
-- The first step of a replacement may be a step-up by a passkey, or at the identity provider of admins.
alter table second_factors drop constraint second_factors_verification_method_check;
alter table second_factors add constraint second_factors_verification_method_check
  check (verification_method in ('otp', 'recovery', 'pwd', 'passkey', 'oidc')) not valid;
alter table second_factors validate constraint second_factors_verification_method_check;
