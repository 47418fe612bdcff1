-- Addresses that are told what happens (Standard Webhooks 1.0.0); of the provider, or of a platform.
create table webhooks (
  id               uuid primary key,
  name             text not null check (name <> ''),
  url              text not null,
  platform_id      text references subsystems,
  types            text[] not null,
  -- Encrypted: each delivery is signed with it.
  secret           text not null,
  old_secret       text,
  old_secret_until timestamptz,
  active           boolean not null default true,
  -- Why it was switched off without an admin: `gone` (410), or `failing` for five days.
  ended_reason     text check (ended_reason in ('gone', 'failing')),
  -- Since when nothing was delivered.
  failing_since    timestamptz,
  version          integer not null default 1,
  made_by          text not null,
  created_at       timestamptz not null default now()
);

create index on webhooks (split_part(secret, '.', 1));
create index on webhooks (split_part(old_secret, '.', 1)) where old_secret is not null;

-- Written in the transaction of an action; a worker makes deliveries of it.
create table webhook_outbox (
  audit_at  timestamptz not null,
  audit_id  uuid not null,
  -- The platforms that the user had access to at that moment: only their webhooks are told.
  platforms text[] not null,
  primary key (audit_at, audit_id)
);

create table webhook_deliveries (
  -- The id of the message: made from event and webhook, so that a second one is none.
  id           uuid primary key,
  webhook_id   uuid not null references webhooks on delete cascade,
  type         text not null,
  -- What is told in order: the user, company or invitation.
  subject      text not null,
  body         text not null,
  occurred_at  timestamptz not null,
  state        text not null default 'waiting' check (state in ('waiting', 'delivered', 'given-up')),
  tries        integer not null default 0,
  last_status  integer,
  last_error   text,
  -- Null: it waits for an earlier one of its subject.
  next_at      timestamptz,
  delivered_at timestamptz,
  created_at   timestamptz not null default now()
);

create index webhook_deliveries_of_webhook on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_at) where state = 'waiting' and next_at is not null;
create index webhook_deliveries_waiting on webhook_deliveries (webhook_id, subject, occurred_at, id) where state = 'waiting';
create index webhook_deliveries_ended on webhook_deliveries (created_at) where state <> 'waiting';
