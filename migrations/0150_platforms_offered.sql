-- Whether companies that have all platforms, including future ones, have this one. True for the platforms of today, and
-- for those that a server of 0.3.0 adds.
alter table subsystems add column offered_to_all boolean not null default true;
