-- A brand that a configuration file has published, on the server: by no admin.
alter table brands alter column published_by drop not null;
