-- Requests of a platform that the OpenID provider refused, the last 20 of each, for the page Platforms.
create table client_refusals (
  id           uuid primary key,
  subsystem_id text not null references subsystems on delete cascade,
  -- Texts from fixed lists, nothing that was sent.
  endpoint     text not null,
  error        text not null,
  reason       text not null,
  request_id   text not null,
  ip_address   text not null,
  refused_at   timestamptz not null
);

create index on client_refusals (subsystem_id, refused_at desc);
create index on client_refusals (refused_at);
