-- Those who came into this sandbox from the portal that it trusts.

create table sandbox_accounts (
  issuer  text not null,
  subject text not null,
  user_id uuid not null unique references users on delete cascade,
  primary key (issuer, subject)
);

-- Each token works once; forgotten when it would have expired anyway.
create table sandbox_tokens (
  issuer  text not null,
  jti     uuid not null,
  used_at timestamptz not null default now(),
  primary key (issuer, jti)
);

create index on sandbox_tokens (used_at);
