-- Written again and again by the servers that read from a follower: how old its copy is, is how old the follower is.
create table replication_beat (
  id boolean primary key default true check (id),
  beat_at timestamptz not null default now()
) with (fillfactor = 70);
insert into replication_beat default values;
