// A platform with go-oidc and the settings of its documentation: answers with the user of the ID token as JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

type platform struct {
	provider *oidc.Provider
	config   oauth2.Config
	// One visitor at a time: these are those of the last one.
	state, nonce, verifier string
}

func main() {
	provider, err := oidc.NewProvider(context.Background(), os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	p := &platform{provider: provider, config: oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		RedirectURL:  os.Getenv("HOME_URL") + "/callback",
		Endpoint:     provider.Endpoint(),
		Scopes:       []string{"openid", "profile", "email"},
	}}
	http.HandleFunc("/{$}", p.begin)
	http.HandleFunc("/callback", p.finish)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func (p *platform) begin(w http.ResponseWriter, r *http.Request) {
	p.state, p.nonce, p.verifier = oauth2.GenerateVerifier(), oauth2.GenerateVerifier(), oauth2.GenerateVerifier()
	address := p.config.AuthCodeURL(p.state, oidc.Nonce(p.nonce), oauth2.S256ChallengeOption(p.verifier))
	http.Redirect(w, r, address, http.StatusSeeOther)
}

func (p *platform) finish(w http.ResponseWriter, r *http.Request) {
	user, err := p.exchange(r.Context(), r.URL.Query().Get("state"), r.URL.Query().Get("code"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(user)
}

// exchange answers with the claims of the ID token, once userinfo and a refresh agree with them.
func (p *platform) exchange(ctx context.Context, state, code string) (map[string]any, error) {
	if state != p.state {
		return nil, errors.New("another state")
	}
	token, err := p.config.Exchange(ctx, code, oauth2.VerifierOption(p.verifier))
	if err != nil {
		return nil, err
	}
	user, err := p.verify(ctx, token, p.nonce)
	if err != nil {
		return nil, err
	}
	info, err := p.provider.UserInfo(ctx, p.config.TokenSource(ctx, token))
	if err != nil {
		return nil, err
	}
	if info.Email != user["email"] || !info.EmailVerified {
		return nil, errors.New("userinfo has another address, or one that is not verified")
	}
	refreshed, err := p.config.TokenSource(ctx, &oauth2.Token{RefreshToken: token.RefreshToken}).Token()
	if err != nil {
		return nil, err
	}
	_, err = p.verify(ctx, refreshed, "")
	return user, err
}

func (p *platform) verify(ctx context.Context, token *oauth2.Token, nonce string) (map[string]any, error) {
	raw, _ := token.Extra("id_token").(string)
	idToken, err := p.provider.Verifier(&oidc.Config{ClientID: p.config.ClientID}).Verify(ctx, raw)
	if err != nil {
		return nil, err
	}
	if idToken.Nonce != nonce {
		return nil, errors.New("another nonce")
	}
	var user map[string]any
	return user, idToken.Claims(&user)
}
