-- Configuration files that wait for an approver, encrypted, because they contain secrets. Deleted with the end of the request.
create table configuration_requests (
  id      uuid primary key references approvals on delete cascade,
  content text not null
);
create index on configuration_requests (split_part(content, '.', 1));
