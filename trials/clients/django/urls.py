"""The pages of the platform."""

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import include, path
from mozilla_django_oidc.views import OIDCLogoutView

from portal import LoginView


def home(request):
    user = request.user
    if not user.is_authenticated:
        return redirect("oidc_authentication_init")
    return JsonResponse({"sub": user.username, "name": user.get_full_name(), "email": user.email})


def answer(text, status):
    return lambda request: HttpResponse(text, status=status)


not_offered = answer("not offered", 501)
urlpatterns = [
    path("", home),
    path("oidc/", include("mozilla_django_oidc.urls")),
    path("silent", LoginView.as_view(extra={"prompt": "none"})),
    path("max-age", LoginView.as_view(extra={"max_age": 300})),
    path("step-up", LoginView.as_view(extra={"acr_values": "https://refeds.org/profile/mfa"})),
    path("logout", OIDCLogoutView.as_view()),
    path("bye", answer("bye", 200)),
    path("refused", answer("refused", 401)),
    path("refresh", not_offered),
    path("par", not_offered),
    path("backchannel", not_offered),
]
