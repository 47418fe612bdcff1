-- When the name last changed: it is a claim about the company's users (`updated_at`). Null: never.
alter table partners add column renamed_at timestamptz;

create function set_renamed_at() returns trigger language plpgsql as $$
begin
  new.renamed_at := now();
  return new;
end $$;

-- A trigger, so that servers of the previous version set it, too.
create trigger partners_renamed_at
  before update of name on partners
  for each row when (old.name <> new.name)
  execute function set_renamed_at();
