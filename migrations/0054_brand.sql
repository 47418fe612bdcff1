-- What the brand studio publishes: the latest version applies. Without any, the BRAND_ variables do.
create table brands (
  version integer primary key,
  settings jsonb not null,
  published_by uuid not null,
  published_at timestamptz not null default now());

-- Images as the server has encoded them, of the brand and of platforms; served by their hash.
create table brand_images (
  id uuid primary key,
  sha256 bytea not null unique,
  png bytea not null check (length(png) <= 262144),
  width integer not null,
  height integer not null);
