-- Outside of a transaction: the indexes are built while users log in. Every statement can be repeated.

-- When an invitation was sent last, and when the link of that mail stops working: of its newest link, for sorting.
set lock_timeout = '2s';
alter table invitations add column if not exists sent_at timestamptz, add column if not exists link_expires_at timestamptz;
reset lock_timeout;

-- A trigger, so that servers of the previous version set them, too.
create or replace function set_sent_at() returns trigger language plpgsql as $$
begin
  update invitations set sent_at = new.created_at, link_expires_at = new.expires_at where id = new.invitation_id;
  return null;
end $$;

create or replace trigger one_time_links_sent after insert on one_time_links
  for each row when (new.invitation_id is not null) execute function set_sent_at();

update invitations i set sent_at = l.created_at, link_expires_at = l.expires_at
from (select distinct on (invitation_id) invitation_id, created_at, expires_at
      from one_time_links where invitation_id is not null order by invitation_id, created_at desc) l
where l.invitation_id = i.id and i.sent_at is null;

drop index concurrently if exists invitations_by_sending;
create index concurrently invitations_by_sending on invitations (coalesce(sent_at, created_at), id);

drop index concurrently if exists invitations_by_expiry;
create index concurrently invitations_by_expiry
  on invitations (coalesce(link_expires_at, '-infinity'::timestamptz), id);
