//! A platform with openidconnect.

mod portal;

use openidconnect::core::{CoreAuthPrompt, CoreResponseType, CoreUserInfoClaims};
use openidconnect::{
    AuthenticationContextClass, AuthenticationFlow, AuthorizationCode, ClientId, ClientSecret,
    CsrfToken, EndSessionUrl, IssuerUrl, LogoutRequest, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, PkceCodeVerifier, PostLogoutRedirectUrl, ProviderMetadataWithLogout,
    RedirectUrl, RefreshToken, Scope, TokenResponse, reqwest,
};
use portal::{PortalClient, PortalIdToken};
use std::collections::HashMap;
use std::error::Error;
use std::str::FromStr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tiny_http::{Header, Method, Request, Response, Server};
use url::Url;

type Answer = Response<std::io::Cursor<Vec<u8>>>;
type Outcome = Result<Answer, Box<dyn Error>>;

struct Platform {
    client: PortalClient,
    logout_url: EndSessionUrl,
    http: reqwest::blocking::Client,
    home: String,
    /// In production, use a store that all servers share.
    logins: Mutex<HashMap<String, Login>>,
    sessions: Mutex<HashMap<String, Session>>,
}

/// A login that has started. Its key is `state`.
struct Login {
    nonce: Nonce,
    verifier: PkceCodeVerifier,
}

#[derive(Clone)]
struct Session {
    user: serde_json::Value,
    sid: Option<String>,
    id_token: PortalIdToken,
    refresh_token: RefreshToken,
}

fn main() -> Result<(), Box<dyn Error>> {
    let platform = Arc::new(discover()?);
    let address = format!("127.0.0.1:{}", std::env::var("PORT")?);
    let server = Server::http(address).map_err(|error| error.to_string())?;
    for request in server.incoming_requests() {
        let platform = platform.clone();
        std::thread::spawn(move || platform.serve(request));
    }
    Ok(())
}

fn discover() -> Result<Platform, Box<dyn Error>> {
    let home = std::env::var("HOME_URL")?;
    let issuer = IssuerUrl::new(std::env::var("ISSUER")?)?;
    let http = reqwest::blocking::ClientBuilder::new()
        .redirect(reqwest::redirect::Policy::none())
        .build()?;
    let metadata = ProviderMetadataWithLogout::discover(&issuer, &http)?;
    let logout_url = metadata.additional_metadata().end_session_endpoint.clone();
    let id = ClientId::new(std::env::var("CLIENT_ID")?);
    let secret = ClientSecret::new(std::env::var("CLIENT_SECRET")?);
    let client = PortalClient::from_provider_metadata(metadata, id, Some(secret))
        .set_redirect_uri(RedirectUrl::new(format!("{home}/callback"))?);
    Ok(Platform {
        client,
        logout_url: logout_url.ok_or("no end_session_endpoint")?,
        http,
        home,
        logins: Mutex::default(),
        sessions: Mutex::default(),
    })
}

impl Platform {
    fn serve(&self, mut request: Request) {
        let answer = self
            .answer(&mut request)
            .unwrap_or_else(|error| text(401, &error.to_string()));
        let _ = request.respond(answer);
    }

    fn answer(&self, request: &mut Request) -> Outcome {
        let url = Url::parse(&self.home)?.join(request.url())?;
        let session = self.session_of(request);
        match (request.method(), url.path(), session) {
            (Method::Get, "/", Some(session)) => Ok(text(200, &session.user.to_string())),
            (Method::Get, "/" | "/silent" | "/max-age" | "/step-up", _) => self.log_in(url.path()),
            (Method::Get, "/callback", _) => self.finish(&url, cookie_of(request, "login")),
            (Method::Get, "/refresh", Some(session)) => {
                let request = self.client.exchange_refresh_token(&session.refresh_token)?;
                let tokens = request.request(&self.http)?;
                Ok(text(200, &format!("{:?}", tokens.expires_in())))
            }
            (Method::Get, "/logout", Some(session)) => self.log_out(session),
            (Method::Get, "/bye", _) => Ok(text(200, "bye")),
            (Method::Post, "/backchannel", _) => self.end_session(request),
            (_, "/par", _) => Ok(text(501, "not offered")),
            _ => Ok(text(404, "nothing here")),
        }
    }

    fn log_in(&self, path: &str) -> Outcome {
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let request = self
            .client
            .authorize_url(
                AuthenticationFlow::<CoreResponseType>::AuthorizationCode,
                CsrfToken::new_random,
                Nonce::new_random,
            )
            .add_scope(Scope::new("profile".into()))
            .add_scope(Scope::new("email".into()))
            .set_pkce_challenge(challenge);
        let mfa = AuthenticationContextClass::new("https://refeds.org/profile/mfa".into());
        let (url, state, nonce) = match path {
            "/silent" => request.add_prompt(CoreAuthPrompt::None),
            "/max-age" => request.set_max_age(Duration::from_secs(300)),
            "/step-up" => request.add_auth_context_value(mfa),
            _ => request,
        }
        .url();
        let login = Login { nonce, verifier };
        self.logins
            .lock()
            .unwrap()
            .insert(state.secret().clone(), login);
        // The cookie ensures that the browser that starts a login also finishes it.
        Ok(redirect(url.as_str()).with_header(cookie("login", state.secret())))
    }

    fn finish(&self, url: &Url, begun: Option<String>) -> Outcome {
        let query: HashMap<_, _> = url.query_pairs().into_owned().collect();
        let state = begun
            .filter(|state| query.get("state") == Some(state))
            .ok_or("no state")?;
        let login = self
            .logins
            .lock()
            .unwrap()
            .remove(&state)
            .ok_or("unknown state")?;
        if let Some(error) = query.get("error") {
            return Err(error.clone().into());
        }
        let code = AuthorizationCode::new(query.get("code").ok_or("no code")?.clone());
        let tokens = self
            .client
            .exchange_code(code)?
            .set_pkce_verifier(login.verifier)
            .request(&self.http)?;
        let id_token = tokens.id_token().ok_or("no ID token")?.clone();
        let claims = id_token.claims(&self.client.id_token_verifier(), &login.nonce)?;
        let info: CoreUserInfoClaims = self
            .client
            .user_info(
                tokens.access_token().clone(),
                Some(claims.subject().clone()),
            )?
            .request(&self.http)?;
        let session = Session {
            user: serde_json::json!({
                "sub": info.subject(),
                "name": info.name().and_then(|name| name.get(None)),
                "email": info.email(),
            }),
            sid: claims.additional_claims().sid.clone(),
            refresh_token: tokens.refresh_token().ok_or("no refresh token")?.clone(),
            id_token,
        };
        let id = CsrfToken::new_random().into_secret();
        self.sessions.lock().unwrap().insert(id.clone(), session);
        Ok(redirect("/").with_header(cookie("session", &id)))
    }

    fn log_out(&self, session: Session) -> Outcome {
        self.forget(session.sid.as_deref());
        let url = LogoutRequest::from(self.logout_url.clone())
            .set_id_token_hint(&session.id_token)
            .set_post_logout_redirect_uri(PostLogoutRedirectUrl::new(format!("{}/bye", self.home))?)
            .http_get_url();
        Ok(redirect(url.as_str()))
    }

    /// Verifies a logout token like an ID token, except for its type and nonce.
    fn end_session(&self, request: &mut Request) -> Outcome {
        let mut body = String::new();
        request.as_reader().read_to_string(&mut body)?;
        let form: HashMap<_, _> = url::form_urlencoded::parse(body.as_bytes())
            .into_owned()
            .collect();
        let token = PortalIdToken::from_str(form.get("logout_token").ok_or("no token")?)?;
        let verifier = self.client.id_token_verifier().allow_all_jose_types();
        let has_none = |nonce: Option<&Nonce>| match nonce {
            Some(_) => Err("a nonce".to_string()),
            None => Ok(()),
        };
        let claims = token.claims(&verifier, has_none)?.additional_claims();
        let event = "http://schemas.openid.net/event/backchannel-logout";
        claims
            .events
            .as_ref()
            .and_then(|events| events.get(event))
            .ok_or("not a logout token")?;
        self.forget(claims.sid.as_deref());
        Ok(text(200, ""))
    }

    fn forget(&self, sid: Option<&str>) {
        let mut sessions = self.sessions.lock().unwrap();
        sessions.retain(|_, session| session.sid.as_deref() != sid);
    }

    fn session_of(&self, request: &Request) -> Option<Session> {
        let id = cookie_of(request, "session")?;
        self.sessions.lock().unwrap().get(&id).cloned()
    }
}

fn text(status: u16, body: &str) -> Answer {
    Response::from_string(body).with_status_code(status)
}

fn redirect(url: &str) -> Answer {
    let location = Header::from_bytes("Location", url).expect("an address is ASCII");
    text(303, "").with_header(location)
}

fn cookie(name: &str, value: &str) -> Header {
    let value = format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax");
    Header::from_bytes("Set-Cookie", value).expect("ids are ASCII")
}

fn cookie_of(request: &Request, name: &str) -> Option<String> {
    let cookies = request
        .headers()
        .iter()
        .find(|header| header.field.equiv("Cookie"))?;
    let mut pairs = cookies
        .value
        .as_str()
        .split("; ")
        .filter_map(|pair| pair.split_once('='));
    pairs
        .find(|(key, _)| *key == name)
        .map(|(_, value)| value.to_string())
}
