-- expands
-- Networks from which nobody can attempt a login until the block ends, checked with the limits of addresses.
create table blocked_networks (
  id         uuid primary key,
  network    cidr not null,
  reason     text not null,
  blocked_by uuid not null,
  blocked_at timestamptz not null default now(),
  ends_at    timestamptz not null
);

create unique index on blocked_networks (network);
create index on blocked_networks using gist (network inet_ops);
