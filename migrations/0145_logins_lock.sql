-- Outside of a transaction: the rows of sessions are checked while users log in. Every statement can be repeated.
-- narrows: each user has a row in user_logins, because a trigger adds it at servers of 0.3.0, too

-- A login changes the row of its user in user_logins. It is now also the row that its session refers to and that a
-- change of the user waits for, so that a login from a known browser writes no page of users and none of accounts.

-- Waits for logins in progress, whose sessions the transaction then ends.
create or replace function wait_for_logins() returns trigger language plpgsql as $$
begin
  perform from user_logins where user_id = old.id for no key update;
  return new;
end $$;

drop trigger if exists users_wait_for_logins on users;
create trigger users_wait_for_logins before update of active, partner_id on users
  for each row when (new.active is distinct from old.active or new.partner_id is distinct from old.partner_id)
  execute function wait_for_logins();

alter table sessions drop constraint if exists sessions_user_id_login_fkey,
  add constraint sessions_user_id_login_fkey foreign key (user_id) references user_logins on delete cascade not valid;

alter table sessions validate constraint sessions_user_id_login_fkey;

alter table sessions drop constraint if exists sessions_user_id_fkey;

-- An attempt that is added while its account is deleted remains until it expires. It cannot be completed.
create or replace function delete_login_attempts() returns trigger language plpgsql as $$
begin
  delete from login_attempts where user_id = old.id;
  return null;
end $$;

drop trigger if exists accounts_without_attempts on accounts;
create trigger accounts_without_attempts after delete on accounts
  for each row execute function delete_login_attempts();

alter table login_attempts drop constraint if exists login_attempts_user_id_fkey;
