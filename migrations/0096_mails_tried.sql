-- When the mail server or the connection to it failed a mail last.
set lock_timeout = '2s';
alter table mails add column tried_at timestamptz;
reset lock_timeout;
