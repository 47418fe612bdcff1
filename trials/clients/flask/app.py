"""A platform with Flask and Authlib."""

import os

from authlib.integrations.base_client import OAuthError
from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, request, session
from joserfc import jwt
from joserfc.jwk import KeySet

ISSUER, CLIENT_ID = os.environ["ISSUER"], os.environ["CLIENT_ID"]
SECRET, HOME_URL = os.environ["CLIENT_SECRET"], os.environ["HOME_URL"]
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"

app = Flask(__name__)
app.secret_key = os.environ["COOKIE_SECRET"]
app.config["SESSION_COOKIE_SAMESITE"] = "Lax"
portico = OAuth(app).register(
    name="portico",
    client_id=CLIENT_ID,
    client_secret=SECRET,
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile email", "code_challenge_method": "S256"},
)
# In production, store them where all processes see them.
ended_sessions = set()


def log_in(**extra):
    return portico.authorize_redirect(f"{HOME_URL}/callback", **extra)


@app.get("/")
def home():
    if "user" not in session or session["sid"] in ended_sessions:
        return log_in()
    return session["user"]


@app.get("/silent")
def silent():
    return log_in(prompt="none")


@app.get("/max-age")
def max_age():
    return log_in(max_age=300)


@app.get("/step-up")
def step_up():
    return log_in(acr_values="https://refeds.org/profile/mfa")


@app.get("/callback")
def callback():
    # token["userinfo"] contains the claims of the ID token, which Authlib has verified.
    token = portico.authorize_access_token()
    user = portico.userinfo(token=token)
    session.clear()
    session["user"] = {name: user[name] for name in ("sub", "name", "email")}
    session["sid"] = token["userinfo"]["sid"]
    session["id_token"], session["refresh_token"] = token["id_token"], token["refresh_token"]
    return redirect("/")


@app.get("/refresh")
def refresh():
    token = portico.fetch_access_token(
        grant_type="refresh_token", refresh_token=session["refresh_token"]
    )
    return {"expires_in": token["expires_in"]}


@app.get("/logout")
def log_out():
    id_token = session["id_token"]
    session.clear()
    return portico.logout_redirect(f"{HOME_URL}/bye", id_token_hint=id_token)


@app.get("/bye")
def bye():
    return "bye"


@app.post("/backchannel")
def backchannel():
    keys = KeySet.import_key_set(portico.fetch_jwk_set(force=True))
    token = jwt.decode(request.form["logout_token"], keys, algorithms=["RS256"])
    jwt.JWTClaimsRegistry(
        iss={"essential": True, "value": ISSUER},
        aud={"essential": True, "value": CLIENT_ID},
        exp={"essential": True},
        sid={"essential": True},
    ).validate(token.claims)
    if token.header.get("typ") != "logout+jwt" or LOGOUT_EVENT not in token.claims["events"]:
        return "not a logout token", 400
    ended_sessions.add(token.claims["sid"])
    return "", 204


@app.get("/par")
def pushed():
    return "not offered", 501


@app.errorhandler(OAuthError)
def refused(error):
    return error.error, 401


if __name__ == "__main__":
    app.run("127.0.0.1", int(os.environ["PORT"]))
