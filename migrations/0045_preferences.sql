-- The colours that the user chose; null follows the device.
alter table users add column theme text check (theme in ('light', 'dark'));
alter table admins add column theme text check (theme in ('light', 'dark'));

-- One line about the platform, for its tile on the users' home page.
alter table subsystems add column description text not null default '';
