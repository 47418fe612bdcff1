-- The company of the actor or of the target at that moment. Rows of before have none: they are sealed without it.
alter table audit_log add column company_id uuid;

-- Which columns the hashes of a block's rows cover: 1 without the company, 2 with it.
alter table audit_blocks add column format smallint not null default 1;

-- Events of the sealed log by hour, written in the transaction that seals them.
create table activity_hours (
  hour        timestamptz not null,
  -- admin: by admins, or in the admin area; platform and system: by those; user: all others.
  area        text not null check (area in ('user', 'admin', 'platform', 'system')),
  action      text not null,
  -- Why a login failed.
  outcome     text not null default '',
  company_id  uuid,
  platform_id text,
  count       bigint not null,
  unique nulls not distinct (hour, area, action, outcome, company_id, platform_id)
);

-- The same without company and platform: what charts read, however many companies there are.
create table activity_totals (
  action  text not null,
  hour    timestamptz not null,
  area    text not null check (area in ('user', 'admin', 'platform', 'system')),
  outcome text not null default '',
  count   bigint not null,
  primary key (action, hour, area, outcome)
);

create index on activity_totals (hour);

-- The last block that is counted in both. Blocks of before are counted little by little.
create table activity_progress (
  is_only boolean primary key default true check (is_only),
  block   bigint not null
);

insert into activity_progress (block) values (0);
