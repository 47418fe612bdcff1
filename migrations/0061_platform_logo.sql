-- The SHA-256 of the image (brand_images) that users know a platform by. Null: the first letter of its name.
alter table subsystems add column logo text check (logo ~ '^[0-9a-f]{64}$');
