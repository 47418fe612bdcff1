#!/bin/sh
# Runs once on an empty database: creates the role that owns the tables and the role of the servers, each with a
# password of its own.
set -eu
psql --set ON_ERROR_STOP=1 --set owner="$OWNER_PASSWORD" --set server="$SERVER_PASSWORD" --username postgres <<'SQL'
create role portico_owner login password :'owner';
create role portico_server login password :'server';
-- For statements outside of transactions, where a pooler takes no settings with a connection.
alter role portico_server set statement_timeout = '10s';
create database portico owner portico_owner;
\connect portico
create extension pg_trgm;
revoke create on schema public from public;
grant create on schema public to portico_owner;
revoke temporary on database portico from public;
SQL
