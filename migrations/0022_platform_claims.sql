alter table subsystems
  -- Whether ID tokens carry the claims of the granted scopes, as userinfo does.
  add column id_token_claims boolean not null default true,
  -- Scopes that the platform may request besides openid, profile and email.
  add column extra_scopes text[] not null default '{}';

-- When a claim about the user last changed. Null: not since the account was created.
alter table users add column updated_at timestamptz;

create function set_updated_at() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- A trigger, so that servers of the previous version set it, too.
create trigger users_updated_at
  before update of email, firstname, lastname, preferred_language, timezone, phone, partner_id on users
  for each row
  when ((old.email, old.firstname, old.lastname, old.preferred_language, old.timezone, old.phone, old.partner_id)
        is distinct from
        (new.email, new.firstname, new.lastname, new.preferred_language, new.timezone, new.phone, new.partner_id))
  execute function set_updated_at();
