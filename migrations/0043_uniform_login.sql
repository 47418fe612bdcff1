-- The uniform first step of a login: after a wrong password, and for an address without an account, the attempt is a decoy.
alter table login_attempts
  -- Null: a decoy of an address without an account.
  alter column user_id drop not null,
  add column area text check (area in ('user', 'admin')),
  add column is_decoy boolean not null default false,
  -- A keyed hash of the address that was entered, by which the failures of a decoy without an account count.
  add column email_hash bytea,
  -- Where the first step stays counted as a failure until the login is completed.
  add column ip_address text;

create function set_attempt_area() returns trigger language plpgsql as $$
begin
  new.area := (select kind from accounts where id = new.user_id);
  return new;
end $$;

-- A trigger, so that servers of the previous version set it, too.
create trigger login_attempts_area
  before insert on login_attempts
  for each row when (new.area is null)
  execute function set_attempt_area();

update login_attempts set area = (select kind from accounts where id = user_id) where area is null;

alter table login_attempts
  add constraint login_attempts_area check (area is not null),
  -- A decoy has no password, without which no server, of the previous version either, takes it for an attempt.
  add constraint login_attempts_decoy check (
    case when is_decoy then password_id is null and email_hash is not null else user_id is not null end);
