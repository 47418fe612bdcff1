"""Uses the portal only through the package `portal`, which is generated from its OpenAPI document."""

import json
import os

from portal import AuthenticatedClient, Client
from portal.api.admin_login import admin_login, prime_admin_csrf, verify_admin_code
from portal.api.platform_api import list_own_invitations
from portal.api.users import export_users, list_users
from portal.models import Credentials, OneTimeCode
from portal.types import UNSET

PORTAL = os.environ["PORTAL"]
client = Client(base_url=PORTAL)
seen = prime_admin_csrf.sync_detailed(client=client)


def headers():
    return {
        "x_requested_with": "XMLHttpRequest",
        "x_csrf_token": seen.headers["X-CSRF-Token"],
        "origin": PORTAL,
    }


credentials = Credentials(email=os.environ["EMAIL"], password=os.environ["PASSWORD"])
seen = admin_login.sync_detailed(client=client, body=credentials, **headers())
assert seen.status_code == 200, seen
code = OneTimeCode(otp=os.environ["CODE"])
seen = verify_admin_code.sync_detailed(client=client, body=code, **headers())
assert seen.status_code == 200, seen
admin = seen.parsed.admin.email

users, cursor = set(), UNSET
while cursor is not None:
    seen = list_users.sync_detailed(client=client, limit=50, cursor=cursor)
    users.update(user.id for user in seen.parsed)
    cursor = seen.headers.get("X-Next-Cursor")

file = export_users.sync_detailed(client=client)
platform = AuthenticatedClient(base_url=PORTAL, token=os.environ["PLATFORM"])
invitations = list_own_invitations.sync(client=platform, limit=5)
lines = file.content.decode("utf-8-sig").strip().split("\r\n")
print(
    json.dumps(
        {
            "admin": admin,
            "users": len(users),
            "lines": len(lines) - 1,
            "invitations": len(invitations),
        }
    )
)
