#!/bin/sh
# Every setting can stand in the environment: here those that differ from place to place.
export OAUTH2_PROXY_OIDC_ISSUER_URL="$ISSUER"
export OAUTH2_PROXY_CLIENT_ID="$CLIENT_ID"
export OAUTH2_PROXY_CLIENT_SECRET="$CLIENT_SECRET"
export OAUTH2_PROXY_REDIRECT_URL="$HOME_URL/oauth2/callback"
export OAUTH2_PROXY_HTTP_ADDRESS="127.0.0.1:$PORT"
# The portal, so that a logout may lead there: id.example.com.
portal=${ISSUER#*://}
export OAUTH2_PROXY_WHITELIST_DOMAINS="${portal%%/*}"
# After it, roles are read anew: 4m, for example, less than the five minutes of an ID token.
export OAUTH2_PROXY_COOKIE_REFRESH=2s
export OAUTH2_PROXY_COOKIE_SECRET="$COOKIE_SECRET"
# Plain http is for trials on one machine.
export OAUTH2_PROXY_COOKIE_SECURE=false
[ -z "$ROLE" ] || export OAUTH2_PROXY_ALLOWED_GROUPS="$ROLE"
exec ./oauth2-proxy --config oauth2-proxy.cfg
