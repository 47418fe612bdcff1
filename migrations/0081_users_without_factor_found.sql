-- Outside of a transaction: users are looked through while they log in. The statements can be repeated.

update users u set lacks_factor = true
where not lacks_factor
  and not exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null and f.disabled_at is null)
  and not exists (select from passkeys k where k.user_id = u.id and k.disabled_at is null);

-- Those to whom a factor was added while the statement above ran.
update users u set lacks_factor = false
where lacks_factor
  and (exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null and f.disabled_at is null)
       or exists (select from passkeys k where k.user_id = u.id and k.disabled_at is null));

drop index concurrently if exists users_without_factor;
create index concurrently users_without_factor on users (partner_id) where lacks_factor;
