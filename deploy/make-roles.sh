#!/bin/sh
# Runs once on an empty database: creates the role that owns the tables and the role of the servers.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$POSTGRES_PASSWORD" --username postgres <<'SQL'
create role portico_owner login password :'password';
create role portico_server login password :'password';
create database portico owner portico_owner;
\connect portico
create extension pg_trgm;
revoke create on schema public from public;
grant create on schema public to portico_owner;
revoke temporary on database portico from public;
SQL
