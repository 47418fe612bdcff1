-- Who of a company has access to what, looked at anew every few months (PCI DSS 7.2.4).
create table access_reviews (
  id         uuid primary key,
  partner_id uuid not null references partners,
  opened_at  timestamptz not null default now(),
  due_at     timestamptz not null,
  -- What nobody has decided is taken away two weeks after that.
  is_strict  boolean not null,
  -- Mails about it: at its opening, two weeks and four weeks later.
  reminders  smallint not null default 0,
  closed_at  timestamptz
);

create unique index access_reviews_open on access_reviews (partner_id) where closed_at is null;
create index access_reviews_of_company on access_reviews (partner_id, opened_at desc);

-- A null platform is the account itself.
create table access_review_items (
  review_id    uuid not null references access_reviews on delete cascade,
  user_id      uuid not null,
  subsystem_id text,
  decision     text check (decision in ('keep', 'remove')),
  decided_by   text,
  decided_at   timestamptz,
  unique nulls not distinct (review_id, user_id, subsystem_id)
);
