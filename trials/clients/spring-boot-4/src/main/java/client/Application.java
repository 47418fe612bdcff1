package client;

import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClient;
import org.springframework.security.oauth2.client.annotation.RegisteredOAuth2AuthorizedClient;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.oidc.user.OidcUser;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestClient;
import org.springframework.web.servlet.view.RedirectView;

/** A platform with Spring Security: pages, and an API that accepts access tokens. */
@SpringBootApplication
@RestController
public class Application {
  public static void main(String[] arguments) {
    SpringApplication.run(Application.class, arguments);
  }

  @GetMapping("/")
  Map<String, String> home(@AuthenticationPrincipal OidcUser user) {
    var info = user.getUserInfo();
    return Map.of("sub", info.getSubject(), "name", info.getFullName(), "email", info.getEmail());
  }

  /** Returns the refreshed token, because Security has refreshed it before this call. */
  @GetMapping("/refresh")
  Map<String, String> refresh(
      @RegisteredOAuth2AuthorizedClient("portico") OAuth2AuthorizedClient client) {
    return Map.of("expires", String.valueOf(client.getAccessToken().getExpiresAt()));
  }

  @GetMapping("/silent")
  RedirectView silent() {
    return logInWith("prompt=none");
  }

  @GetMapping("/max-age")
  RedirectView maxAge() {
    return logInWith("max_age=300");
  }

  @GetMapping("/step-up")
  RedirectView stepUp() {
    return logInWith("acr_values=https://refeds.org/profile/mfa");
  }

  private RedirectView logInWith(String parameter) {
    return new RedirectView("/oauth2/authorization/portico?" + parameter);
  }

  @GetMapping("/bye")
  String bye() {
    return "bye";
  }

  @GetMapping("/par")
  @ResponseStatus(HttpStatus.NOT_IMPLEMENTED)
  String pushed() {
    return "not offered";
  }

  /** Returns the caller of the API. */
  @GetMapping("/api/user")
  Map<String, Object> user(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
    return caller.getAttributes();
  }

  @GetMapping("/call")
  Map<?, ?> call(
      @RegisteredOAuth2AuthorizedClient("portico") OAuth2AuthorizedClient client) {
    var token = client.getAccessToken().getTokenValue();
    return RestClient.create(System.getenv("HOME_URL")).get().uri("/api/user")
        .headers(headers -> headers.setBearerAuth(token)).retrieve().body(Map.class);
  }
}
