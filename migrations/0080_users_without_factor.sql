-- Whether a user has neither an authenticator nor a passkey that works: lists and counts find those by an index.
alter table users add column lacks_factor boolean not null default false;
-- Of new ones; the next migration finds those who are there.
alter table users alter column lacks_factor set default true;

create function note_factors() returns trigger language plpgsql as $$
declare
  holder uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  lacks boolean := not exists (select from second_factors
                               where user_id = holder and confirmed_at is not null and disabled_at is null)
               and not exists (select from passkeys where user_id = holder and disabled_at is null);
begin
  update users set lacks_factor = lacks where id = holder and lacks_factor <> lacks;
  return null;
end $$;

-- Triggers, so that servers of the previous version set it, too; at the end of the transaction, when nothing waits for
-- another row after that of the user.
create constraint trigger second_factors_noted
  after insert or delete on second_factors deferrable initially deferred
  for each row execute function note_factors();
create constraint trigger second_factors_change_noted
  after update on second_factors deferrable initially deferred
  for each row when (
    (old.confirmed_at is null, old.disabled_at is null)
    is distinct from (new.confirmed_at is null, new.disabled_at is null))
  execute function note_factors();
create constraint trigger passkeys_noted
  after insert or delete on passkeys deferrable initially deferred
  for each row execute function note_factors();
create constraint trigger passkeys_change_noted
  after update on passkeys deferrable initially deferred
  for each row when (old.disabled_at is distinct from new.disabled_at)
  execute function note_factors();
