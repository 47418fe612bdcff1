// A platform with go-oidc.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type platform struct {
	provider *oidc.Provider
	config   oauth2.Config
	home     string
	endpoint struct {
		Logout string `json:"end_session_endpoint"`
	}
	sessions sessions
}

func main() {
	issuer, home := os.Getenv("ISSUER"), os.Getenv("HOME_URL")
	provider, err := oidc.NewProvider(context.Background(), issuer)
	if err != nil {
		log.Fatal(err)
	}
	p := &platform{provider: provider, home: home, config: oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		RedirectURL:  home + "/callback",
		Endpoint:     provider.Endpoint(),
		Scopes:       []string{"openid", "profile", "email"},
	}}
	// Metadata of the provider that the library does not read.
	if err := provider.Claims(&p.endpoint); err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("GET /{$}", p.show)
	http.HandleFunc("GET /callback", p.finish)
	http.HandleFunc("GET /silent", p.logInWith(oauth2.SetAuthURLParam("prompt", "none")))
	http.HandleFunc("GET /max-age", p.logInWith(oauth2.SetAuthURLParam("max_age", "300")))
	http.HandleFunc("GET /step-up",
		p.logInWith(oauth2.SetAuthURLParam("acr_values", "https://refeds.org/profile/mfa")))
	http.HandleFunc("GET /refresh", p.refresh)
	http.HandleFunc("GET /logout", p.logOut)
	http.HandleFunc("GET /bye", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("bye")) })
	http.HandleFunc("POST /backchannel", p.endSession)
	http.HandleFunc("GET /par", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "not offered", http.StatusNotImplemented)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func (p *platform) logInWith(extra ...oauth2.AuthCodeOption) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s := &session{state: oauth2.GenerateVerifier(), nonce: oauth2.GenerateVerifier(), verifier: oauth2.GenerateVerifier()}
		p.sessions.start(w, s)
		options := append(extra, oidc.Nonce(s.nonce), oauth2.S256ChallengeOption(s.verifier))
		http.Redirect(w, r, p.config.AuthCodeURL(s.state, options...), http.StatusSeeOther)
	}
}

func (p *platform) show(w http.ResponseWriter, r *http.Request) {
	s := p.sessions.of(r)
	if s == nil || s.user == nil {
		p.logInWith()(w, r)
		return
	}
	answer(w, s.user)
}

func (p *platform) finish(w http.ResponseWriter, r *http.Request) {
	s, query := p.sessions.of(r), r.URL.Query()
	if s == nil || query.Get("state") != s.state {
		http.Error(w, "another state", http.StatusBadRequest)
		return
	}
	if query.Has("error") {
		http.Error(w, query.Get("error"), http.StatusUnauthorized)
		return
	}
	signedIn, err := p.exchange(r.Context(), s, query.Get("code"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	p.sessions.start(w, signedIn)
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (p *platform) exchange(ctx context.Context, s *session, code string) (*session, error) {
	token, err := p.config.Exchange(ctx, code, oauth2.VerifierOption(s.verifier))
	if err != nil {
		return nil, err
	}
	raw, _ := token.Extra("id_token").(string)
	idToken, err := p.verifier().Verify(ctx, raw)
	if err != nil {
		return nil, err
	}
	if idToken.Nonce != s.nonce {
		return nil, errNonce
	}
	var login struct {
		Sid string `json:"sid"`
	}
	if err := idToken.Claims(&login); err != nil {
		return nil, err
	}
	info, err := p.provider.UserInfo(ctx, p.config.TokenSource(ctx, token))
	if err != nil {
		return nil, err
	}
	user := &user{}
	return &session{user: user, sid: login.Sid, idToken: raw, refreshToken: token.RefreshToken}, info.Claims(user)
}

// In most platforms, a TokenSource that is kept with each session refreshes expired tokens automatically.
func (p *platform) refresh(w http.ResponseWriter, r *http.Request) {
	s := p.sessions.of(r)
	if s == nil {
		http.Error(w, "logged out", http.StatusUnauthorized)
		return
	}
	token, err := p.config.TokenSource(r.Context(), &oauth2.Token{RefreshToken: s.refreshToken}).Token()
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	answer(w, map[string]any{"expires": token.Expiry})
}

func (p *platform) logOut(w http.ResponseWriter, r *http.Request) {
	parameters := url.Values{"post_logout_redirect_uri": {p.home + "/bye"}}
	if s := p.sessions.of(r); s != nil {
		parameters.Set("id_token_hint", s.idToken)
		p.sessions.end(s.sid)
	}
	http.Redirect(w, r, p.endpoint.Logout+"?"+parameters.Encode(), http.StatusSeeOther)
}

// A logout token has the signature, issuer and audience of an ID token; the other claims are checked here.
func (p *platform) endSession(w http.ResponseWriter, r *http.Request) {
	token, err := p.verifier().Verify(r.Context(), r.PostFormValue("logout_token"))
	var logout struct {
		Sid    string         `json:"sid"`
		Events map[string]any `json:"events"`
	}
	if err == nil {
		err = token.Claims(&logout)
	}
	if err != nil || token.Nonce != "" || logout.Events["http://schemas.openid.net/event/backchannel-logout"] == nil {
		http.Error(w, "not a logout token", http.StatusBadRequest)
		return
	}
	p.sessions.end(logout.Sid)
	w.WriteHeader(http.StatusNoContent)
}

func (p *platform) verifier() *oidc.IDTokenVerifier {
	return p.provider.Verifier(&oidc.Config{ClientID: p.config.ClientID})
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}
