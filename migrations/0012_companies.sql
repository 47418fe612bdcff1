-- Companies: which platforms they use, from where their people may come; and people found by a part of a name.

create extension if not exists pg_trgm;

alter table partners
  -- Null: whichever platform its people have an account on.
  add column subsystems text[],
  -- Rises with each change, so that whoever comes second can be told.
  add column version integer not null default 1;

create index on partners (lower(name), id);

create table ip_allow_rules (
  id           uuid primary key,
  partner_id   uuid not null references partners on delete cascade,
  -- Null: every platform.
  subsystem_id text references subsystems,
  cidr         cidr not null,
  unique nulls not distinct (partner_id, subsystem_id, cidr)
);

-- From where a platform was entered last: it asks about its tokens itself, from an address of its own.
alter table platform_sessions add column ip_address text not null default '';

-- The address in a text; null where there is none. IPv4 in the dress of IPv6 counts as what it is.
create function address_of(written text) returns inet
language plpgsql immutable strict as $$
declare
  found inet;
begin
  found := split_part(written, '%', 1)::inet;
  if family(found) = 6 and found <<= inet '::ffff:0:0/96' then
    return substr(host(found), 8)::inet;
  end if;
  return host(found)::inet;
exception when others then
  return null;
end $$;

alter table users
  add column last_login_at timestamptz,
  -- All that a person is found by; Chinese names are written without a space, the family name first.
  add column search text not null generated always as (
    lower(firstname || ' ' || lastname || chr(10) || lastname || firstname || chr(10) || email)) stored;

create index users_search on users using gin (search gin_trgm_ops);
create index users_firstname on users (lower(firstname) text_pattern_ops);
create index users_lastname on users (lower(lastname) text_pattern_ops);
create index users_email on users (email text_pattern_ops);
create index users_by_name on users (lower(lastname), lower(firstname), id);
