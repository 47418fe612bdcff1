"""Extends mozilla-django-oidc: users by `sub`, the logout, and additional login parameters."""

from urllib.parse import urlencode

from django.conf import settings
from mozilla_django_oidc.auth import OIDCAuthenticationBackend
from mozilla_django_oidc.views import OIDCAuthenticationRequestView


class PortalBackend(OIDCAuthenticationBackend):
    """Uses `sub` as the user name, because it never changes, while an email address can."""

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])

    def create_user(self, claims):
        return self.update_user(self.UserModel(username=claims["sub"]), claims)

    def update_user(self, user, claims):
        user.email = claims["email"]
        user.first_name, user.last_name = claims["given_name"], claims["family_name"]
        user.save()
        return user


class LoginView(OIDCAuthenticationRequestView):
    """Adds login parameters: `LoginView.as_view(extra={"prompt": "none"})`."""

    extra = {}

    def __init__(self, extra=None):
        super().__init__()
        self.extra = extra or {}

    def get_extra_params(self, request):
        return {**super().get_extra_params(request), **self.extra}


def provider_logout(request):
    parameters = {
        "id_token_hint": request.session["oidc_id_token"],
        "post_logout_redirect_uri": request.build_absolute_uri("/bye"),
    }
    return f"{settings.OIDC_OP_LOGOUT_ENDPOINT}?{urlencode(parameters)}"
