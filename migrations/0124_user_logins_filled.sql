-- Outside of a transaction: users are copied in batches while they log in. Every statement can be repeated.

do $$
declare
  after uuid := '00000000-0000-0000-0000-000000000000';
  last uuid;
begin
  loop
    with batch as (select id, last_login_at from users where id > after order by id limit 10000),
    filled as (
      insert into user_logins (user_id, last_login_at) select id, last_login_at from batch
      on conflict (user_id) do nothing)
    select id into last from batch order by id desc limit 1;
    exit when last is null;
    after := last;
    commit;
  end loop;
end $$;

do $$
declare
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
begin
  loop
    batch := array(select id from partners where id > after order by id limit 1000);
    exit when cardinality(batch) = 0;
    update partners p set last_login_at = u.last
    from (select b.id, (select max(last_login_at) from users where partner_id = b.id) as last
          from unnest(batch) b (id)) u
    where p.id = u.id and coalesce(p.last_login_at < u.last, u.last is not null);
    after := batch[cardinality(batch)];
    commit;
  end loop;
end $$;

-- Only now, because the check of a foreign key would have locked, and so written, the row of every user.
alter table user_logins drop constraint if exists user_logins_user_id_fkey,
  add constraint user_logins_user_id_fkey foreign key (user_id) references users on delete cascade not valid;

-- Rows of users who were deleted while their batch was copied.
do $$
declare
  after uuid := '00000000-0000-0000-0000-000000000000';
  batch uuid[];
begin
  loop
    batch := array(select user_id from user_logins where user_id > after order by user_id limit 10000);
    exit when cardinality(batch) = 0;
    delete from user_logins l where user_id = any(batch) and not exists (select from users where id = l.user_id);
    after := batch[cardinality(batch)];
    commit;
  end loop;
end $$;

alter table user_logins validate constraint user_logins_user_id_fkey;

-- The list of users by their last login; users who never logged in are before all times.
drop index concurrently if exists user_logins_by_time;
create index concurrently user_logins_by_time
  on user_logins (coalesce(last_login_at, '-infinity'::timestamptz), user_id);

analyze user_logins;
