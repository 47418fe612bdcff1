package client;

import static org.springframework.security.config.Customizer.withDefaults;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.oidc.web.logout.OidcClientInitiatedLogoutSuccessHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.DefaultOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizationRequestResolver;
import org.springframework.security.oauth2.client.web.OAuth2AuthorizedClientRepository;
import org.springframework.security.oauth2.core.endpoint.OAuth2AuthorizationRequest;
import org.springframework.security.web.SecurityFilterChain;

@Configuration
class Security {
  private static final String OPEN = "/oauth2/authorization";

  @Bean
  @Order(1)
  SecurityFilterChain api(HttpSecurity http) throws Exception {
    return http.securityMatcher("/api/**")
        .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .oauth2ResourceServer(server -> server.opaqueToken(withDefaults()))
        .build();
  }

  @Bean
  SecurityFilterChain pages(HttpSecurity http, ClientRegistrationRepository clients)
      throws Exception {
    var atPortal = new OidcClientInitiatedLogoutSuccessHandler(clients);
    atPortal.setPostLogoutRedirectUri("{baseUrl}/bye");
    return http
        .authorizeHttpRequests(requests -> requests
            .requestMatchers("/bye", "/silent", "/max-age", "/step-up", "/par").permitAll()
            .anyRequest().authenticated())
        .oauth2Login(login -> login
            .authorizationEndpoint(point -> point.authorizationRequestResolver(new Asking(clients)))
            .defaultSuccessUrl("/", true))
        // Logs out by a link. With a form and its CSRF token, keep the default.
        .logout(logout -> logout
            .logoutRequestMatcher(request -> request.getServletPath().equals("/logout"))
            .logoutSuccessHandler(atPortal))
        .oidcLogout(logout -> logout.backChannel(withDefaults()))
        .build();
  }

  /** Passes a login's parameters on to the portal. */
  private static class Asking implements OAuth2AuthorizationRequestResolver {
    private final DefaultOAuth2AuthorizationRequestResolver resolver;

    Asking(ClientRegistrationRepository clients) {
      resolver = new DefaultOAuth2AuthorizationRequestResolver(clients, OPEN);
    }

    @Override
    public OAuth2AuthorizationRequest resolve(HttpServletRequest request) {
      return with(request, resolver.resolve(request));
    }

    @Override
    public OAuth2AuthorizationRequest resolve(HttpServletRequest request, String id) {
      return with(request, resolver.resolve(request, id));
    }

    private OAuth2AuthorizationRequest with(
        HttpServletRequest request, OAuth2AuthorizationRequest resolved) {
      if (resolved == null) return null;
      var result = OAuth2AuthorizationRequest.from(resolved);
      for (var name : List.of("prompt", "max_age", "acr_values")) {
        var value = request.getParameter(name);
        if (value != null) result.additionalParameters(more -> more.put(name, value));
      }
      return result.build();
    }
  }

  /** Refreshes a token in its last hour, which is always, so that a test sees it. The default is the last minute. */
  @Bean
  OAuth2AuthorizedClientManager manager(
      ClientRegistrationRepository clients, OAuth2AuthorizedClientRepository authorized) {
    var manager = new DefaultOAuth2AuthorizedClientManager(clients, authorized);
    manager.setAuthorizedClientProvider(OAuth2AuthorizedClientProviderBuilder.builder()
        .authorizationCode()
        .refreshToken(refresh -> refresh.clockSkew(Duration.ofHours(1)))
        .build());
    return manager;
  }
}
