-- Actions that wait for a second person, and those that were done so.
create table approvals (
  id             uuid primary key,
  kind           text not null,
  target_id      text not null,
  -- The company whose own people may decide, too; null: the provider's admins alone.
  partner_id     uuid references partners,
  -- Exactly what will be done: ids and values, never a secret.
  proposal       jsonb not null,
  -- What it is like before, for those who decide.
  before         jsonb not null default '{}',
  -- Of the target, when it was asked for.
  target_version integer,
  -- Permissions that who decides must hold besides the right to decide: such as those of roles that are given.
  needs          text[] not null default '{}',
  asked_kind     text not null check (asked_kind in ('user', 'admin', 'service', 'system')),
  asked_by       text not null,
  reason         text not null,
  asked_at       timestamptz not null default now(),
  decided_kind   text check (decided_kind in ('user', 'admin', 'system')),
  decided_by     text,
  decided_at     timestamptz,
  decision       text check (decision in ('approved', 'refused')),
  -- How the second person made sure, or why they refused.
  evidence       text not null default '',
  cancelled_by   text,
  cancelled_at   timestamptz,
  -- May be done from then on.
  not_before     timestamptz not null default now(),
  expires_at     timestamptz not null,
  done_at        timestamptz,
  -- `done`, or why nothing was done.
  outcome        text,
  check ((decided_at is null) = (decision is null) and (decided_at is null) = (decided_by is null)),
  check (decided_by is null or (decided_kind, decided_by) is distinct from (asked_kind, asked_by))
);

-- One open case of a kind for a target.
create unique index approvals_open on approvals (kind, target_id)
  where done_at is null and cancelled_at is null and decision is distinct from 'refused';
create index approvals_of_target on approvals (target_id, asked_at desc);
create index approvals_in_order on approvals (asked_at desc, id desc);
create index approvals_of_company on approvals (partner_id, asked_at desc, id desc) where partner_id is not null;
create index approvals_due on approvals (not_before) where decision = 'approved' and done_at is null and cancelled_at is null;

-- Kinds that take two people from now on (TWO_PERSON=auto): once two people could have decided.
create table two_person_kinds (
  kind  text primary key,
  since timestamptz not null default now()
);

-- Since when an admin holds a role: who decides must have held the right for a day.
alter table admin_roles add column given_at timestamptz not null default now();
update admin_roles r set given_at = a.created_at from admins a where a.id = r.admin_id;

-- One super admin may lock another out for a day, at most once in a week: only an approval makes it last.
alter table admins
  add column suspended_until timestamptz,
  add column suspended_by uuid;
