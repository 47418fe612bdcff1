-- How an admin wants lists.
create table admin_preferences (
  admin_id    uuid primary key references admins on delete cascade,
  preferences jsonb not null default '{}',
  -- Rises with each change.
  version     integer not null default 1
);

-- Filters, search and sort of a list under a name, at most 20 for each admin.
create table saved_views (
  id       uuid primary key,
  admin_id uuid not null references admins on delete cascade,
  list     text not null,
  name     text not null check (name <> ''),
  query    jsonb not null,
  position integer not null,
  unique (admin_id, list, name)
);
