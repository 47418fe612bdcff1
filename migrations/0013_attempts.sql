-- The password by which an attempt was begun: it ends with that password, whichever of the two is faster.

alter table login_attempts add column password_id uuid;
