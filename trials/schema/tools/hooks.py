"""Adds to Schemathesis's calls the cookies and tokens of a caller of Portico, and existing ids."""

import itertools
import json
import os
import urllib.request

import schemathesis
from schemathesis.core.parameters import ParameterLocation

CALLERS = os.environ["PORTICO_CALLERS"]
KIND = os.environ["PORTICO_KIND"]
turn = itertools.count()


def ask(path):
    with urllib.request.urlopen(CALLERS + path) as answer:
        return json.load(answer)


KNOWN = ask("/known")


def is_invalid(case, location):
    return case.meta is not None and case.meta.is_negative_at(location)


def is_about(case, header):
    about = getattr(case.meta.phase.data, "parameter", None) if case.meta else None
    return is_invalid(case, ParameterLocation.HEADER) and about in (None, header)


@schemathesis.auth(refresh_interval=None)
class Caller:
    def get(self, case, context):
        return ask(f"/caller?kind={KIND}")

    def set(self, case, data, context):
        for pair in data["cookie"].split("; "):
            name, value = pair.split("=", 1)
            case.cookies[name] = value
        if "authorization" in data:
            case.headers["Authorization"] = data["authorization"]


@schemathesis.hook
def before_call(context, case, kwargs):
    """Adds the headers of a caller, and uses an existing id in half of the calls."""
    names = [parameter.name for parameter in case.operation.headers]
    lent = {"X-CSRF-Token": "csrf", "Origin": "origin"}
    if "X-CSRF-Token" in names:
        caller = ask(f"/caller?kind={KIND}")
        for header, part in lent.items():
            if header in names and not is_about(case, header):
                case.headers[header] = caller[part]
    if is_invalid(case, ParameterLocation.PATH) or next(turn) % 2:
        return
    for name in case.path_parameters or {}:
        values = KNOWN.get(name.lower(), [])
        if values:
            case.path_parameters[name] = values[next(turn) % len(values)]


@schemathesis.hook
def after_call(context, case, response):
    """Requests a new caller after a call that has ended its session."""
    if response.status_code in (401, 403):
        ask(f"/forget?kind={KIND}")


@schemathesis.hook
def filter_body(context, body):
    """Skips bodies with the key __proto__, which the server rejects everywhere."""
    return "__proto__" not in json.dumps(body, default=str)
