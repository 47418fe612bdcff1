#!/bin/sh
# Debian's Apache with Debian's mod_auth_openidc. Copies the pages, because its user may not be able to read this folder.
PAGES=$(mktemp -d)
SETTINGS=$PWD
MODULES=/usr/lib/apache2/modules
ROLE_SECONDS=2
export PAGES SETTINGS MODULES ROLE_SECONDS
chmod 755 "$PAGES"
cp pages/* "$PAGES"
set -- -d "$PAGES" -f "$PWD/apache.conf" -DFOREGROUND
[ -z "$ROLE" ] || set -- "$@" -D BY_ROLE
[ "$(id -u)" != 0 ] || set -- "$@" -C 'User www-data' -C 'Group www-data'
/usr/sbin/apache2 "$@" &
server=$!
trap 'kill "$server"; wait "$server"; rm -rf "$PAGES"; exit' TERM
wait "$server"
