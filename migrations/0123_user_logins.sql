-- expands
-- The time of each user's last login, apart from users, whose many indexes each login would change.
create table user_logins (
  user_id       uuid primary key,
  -- Null: never.
  last_login_at timestamptz
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.05);

-- The last login of any user of the company, at most a minute too early: each login of a large company would wait for
-- the row.
alter table partners add column last_login_at timestamptz;
-- Leaves space for the new version of a row, which then adds no entries to indexes.
alter table partners set (fillfactor = 80);

create function note_login() returns trigger language plpgsql as $$
begin
  insert into user_logins as l (user_id, last_login_at) values (new.id, new.last_login_at)
  on conflict (user_id) do update set last_login_at = excluded.last_login_at
  where coalesce(l.last_login_at < excluded.last_login_at, excluded.last_login_at is not null);
  update partners set last_login_at = new.last_login_at
  where id in (
    select p.id from partners p
    where p.id = new.partner_id
      and coalesce(p.last_login_at < new.last_login_at - interval '1 minute', new.last_login_at is not null)
    for no key update skip locked);
  return null;
end $$;

-- Every user has a row.
create trigger users_added after insert on users for each row execute function note_login();
-- For logins at servers of the previous version, which write users.last_login_at.
create trigger users_logged_in after update of last_login_at on users
  for each row when (new.last_login_at is distinct from old.last_login_at) execute function note_login();
