-- The company of a request and of a role in it: it is looked for by company, among the rows of all.
alter table access_requests add column partner_id uuid references partners;
alter table company_roles add column partner_id uuid references partners;

create function set_company_of_user() returns trigger language plpgsql as $$
begin
  new.partner_id := (select partner_id from users where id = new.user_id);
  return new;
end $$;

-- Triggers, so that servers of the previous version set it, too. A request stays with the company that it was made in.
create trigger access_requests_company
  before insert on access_requests for each row execute function set_company_of_user();
create trigger company_roles_company
  before insert on company_roles for each row execute function set_company_of_user();

create function move_company_roles() returns trigger language plpgsql as $$
begin
  update company_roles set partner_id = new.partner_id where user_id = new.id;
  return null;
end $$;

create trigger users_company_roles
  after update of partner_id on users
  for each row when (old.partner_id is distinct from new.partner_id)
  execute function move_company_roles();

update access_requests r set partner_id = u.partner_id from users u where u.id = r.user_id;
update company_roles r set partner_id = u.partner_id from users u where u.id = r.user_id;

-- What was decided in a review, counted once it is closed.
alter table access_reviews add column kept integer, add column removed integer;
update access_reviews r
set (kept, removed) = (
  select count(*) filter (where decision = 'keep'), count(*) filter (where decision = 'remove')
  from access_review_items i where i.review_id = r.id)
where closed_at is not null;

-- The place of an item in its review: by the names that users had when it was opened.
alter table access_review_items add column position integer not null default 0;
update access_review_items i set position = o.position
from (select i.review_id, i.user_id, i.subsystem_id,
             row_number() over (partition by i.review_id
                                order by u.lastname collate "und-x-icu", u.firstname collate "und-x-icu", i.user_id,
                                         i.subsystem_id nulls first) as position
      from access_review_items i left join users u on u.id = i.user_id) o
where i.review_id = o.review_id and i.user_id = o.user_id and i.subsystem_id is not distinct from o.subsystem_id;
