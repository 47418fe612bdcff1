#!/bin/sh
# Every setting can be set in the environment. These are the settings that differ between deployments.
export OAUTH2_PROXY_OIDC_ISSUER_URL="$ISSUER"
export OAUTH2_PROXY_CLIENT_ID="$CLIENT_ID"
export OAUTH2_PROXY_CLIENT_SECRET="$CLIENT_SECRET"
export OAUTH2_PROXY_REDIRECT_URL="$HOME_URL/oauth2/callback"
export OAUTH2_PROXY_HTTP_ADDRESS="127.0.0.1:$PORT"
# The portal's host, to which a logout may redirect: id.example.com.
portal=${ISSUER#*://}
export OAUTH2_PROXY_WHITELIST_DOMAINS="${portal%%/*}"
# Roles are refreshed after this time: for example 4m, less than the five minutes of an ID token.
export OAUTH2_PROXY_COOKIE_REFRESH=2s
export OAUTH2_PROXY_COOKIE_SECRET="$COOKIE_SECRET"
# Plain http is for tests on one machine.
export OAUTH2_PROXY_COOKIE_SECURE=false
[ -z "$ROLE" ] || export OAUTH2_PROXY_ALLOWED_GROUPS="$ROLE"
exec ./oauth2-proxy --config oauth2-proxy.cfg
