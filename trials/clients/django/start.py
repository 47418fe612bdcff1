"""Starts the platform with an empty database."""

import os

import django
from django.core.management import call_command

os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
os.environ["RENEW_SECONDS"] = "2"
if os.path.exists("users.sqlite3"):
    os.remove("users.sqlite3")
django.setup()
call_command("migrate", verbosity=0)
call_command("runserver", f"127.0.0.1:{os.environ['PORT']}", use_reloader=False)
