-- Outside of a transaction: the indexes are built while users log in. Every statement can be repeated.

-- Users by the first sign of each line of the search text, in the order of names, with the first two signs to compare:
-- a search of one or two signs finds beginnings. Signs are in the order of code points, which never changes.
drop index concurrently if exists users_first_sign_of_name;
create index concurrently users_first_sign_of_name on users
  (left(split_part(search_text, E'\n', 2), 1) collate "C",
   lastname collate "und-x-icu", firstname collate "und-x-icu", id,
   left(split_part(search_text, E'\n', 2), 2) collate "C");

drop index concurrently if exists users_first_sign_of_lastname;
create index concurrently users_first_sign_of_lastname on users
  (left(split_part(search_text, E'\n', 3), 1) collate "C",
   lastname collate "und-x-icu", firstname collate "und-x-icu", id,
   left(split_part(search_text, E'\n', 3), 2) collate "C");

drop index concurrently if exists users_first_sign_of_email;
create index concurrently users_first_sign_of_email on users
  (left(split_part(search_text, E'\n', 4), 1) collate "C",
   lastname collate "und-x-icu", firstname collate "und-x-icu", id,
   left(split_part(search_text, E'\n', 4), 2) collate "C");
