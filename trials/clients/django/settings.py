"""Settings of a platform with mozilla-django-oidc; the upper half is for Portico."""

import os

import requests

ISSUER = os.environ["ISSUER"]
# The library does not read the discovery document.
provider = requests.get(f"{ISSUER}/.well-known/openid-configuration", timeout=5).json()

OIDC_RP_CLIENT_ID = os.environ["CLIENT_ID"]
OIDC_RP_CLIENT_SECRET = os.environ["CLIENT_SECRET"]
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_RP_SCOPES = "openid profile email"
OIDC_USE_PKCE = True
OIDC_OP_AUTHORIZATION_ENDPOINT = provider["authorization_endpoint"]
OIDC_OP_TOKEN_ENDPOINT = provider["token_endpoint"]
OIDC_OP_USER_ENDPOINT = provider["userinfo_endpoint"]
OIDC_OP_JWKS_ENDPOINT = provider["jwks_uri"]
OIDC_OP_LOGOUT_ENDPOINT = provider["end_session_endpoint"]
OIDC_OP_LOGOUT_URL_METHOD = "portal.provider_logout"
OIDC_STORE_ID_TOKEN = True
ALLOW_LOGOUT_GET_METHOD = True
# Replaces back-channel logout by a silent sign-on after this many seconds, for example 240.
OIDC_RENEW_ID_TOKEN_EXPIRY_SECONDS = int(os.environ.get("RENEW_SECONDS", "240"))
AUTHENTICATION_BACKENDS = ["portal.PortalBackend"]
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/bye"
LOGIN_REDIRECT_URL_FAILURE = "/refused"

SECRET_KEY = os.environ["COOKIE_SECRET"]
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "users.sqlite3"}}
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "mozilla_django_oidc",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "mozilla_django_oidc.middleware.SessionRefresh",
]
