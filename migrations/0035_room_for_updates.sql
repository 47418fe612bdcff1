-- Codes are marked as used in the page where they stand, without a new entry in each index. Pages written from now on.
alter table oidc_records set (fillfactor = 75);
