"""JupyterHub with oauthenticator; the upper half is for Portico."""

import os
from urllib.parse import urlencode

issuer, home = os.environ["ISSUER"], os.environ["HOME_URL"]
client_id = os.environ["CLIENT_ID"]
logout = {"client_id": client_id, "post_logout_redirect_uri": f"{home}/hub/health"}

c = get_config()  # noqa: F821
c.JupyterHub.authenticator_class = "generic-oauth"
c.GenericOAuthenticator.client_id = client_id
c.GenericOAuthenticator.client_secret = os.environ["CLIENT_SECRET"]
c.GenericOAuthenticator.oauth_callback_url = f"{home}/hub/oauth_callback"
c.GenericOAuthenticator.authorize_url = f"{issuer}/auth"
c.GenericOAuthenticator.token_url = f"{issuer}/token"
c.GenericOAuthenticator.userdata_url = f"{issuer}/me"
c.GenericOAuthenticator.scope = ["openid", "profile", "email"]
# The email address is readable but can change, while "sub" never does.
c.GenericOAuthenticator.username_claim = "email"
c.GenericOAuthenticator.logout_redirect_url = f"{issuer}/session/end?{urlencode(logout)}"
# Sent with every login.
c.GenericOAuthenticator.extra_authorize_params = {
    "max_age": "3600",
    "acr_values": "https://refeds.org/profile/mfa",
}
c.GenericOAuthenticator.allow_all = True
c.Authenticator.auto_login = True
# Keeps the refresh token, encrypted with JUPYTERHUB_CRYPT_KEY, and checks after this many seconds, for example 240,
# whether the user is still logged in. This replaces back-channel logout.
c.Authenticator.enable_auth_state = True
c.Authenticator.auth_refresh_age = int(os.environ.get("REFRESH_SECONDS", "240"))

port = int(os.environ["PORT"])
c.JupyterHub.bind_url = home
c.JupyterHub.hub_port = port + 200
c.JupyterHub.db_url = "sqlite:///:memory:"
c.ConfigurableHTTPProxy.command = ["node_modules/.bin/configurable-http-proxy"]
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{port + 201}"
