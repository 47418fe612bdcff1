// A platform with zitadel/oidc.
package main

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/google/uuid"
	"github.com/zitadel/oidc/v3/pkg/client/rp"
	httphelper "github.com/zitadel/oidc/v3/pkg/http"
	"github.com/zitadel/oidc/v3/pkg/oidc"
)

type platform struct {
	provider rp.RelyingParty
	home     string
	sessions sessions
}

func main() {
	issuer, home := os.Getenv("ISSUER"), os.Getenv("HOME_URL")
	cookies := httphelper.NewCookieHandler(randomKey(), randomKey(), cookieOptions(home)...)
	provider, err := rp.NewRelyingPartyOIDC(context.Background(), issuer,
		os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"), home+"/callback",
		[]string{"openid", "profile", "email"},
		rp.WithCookieHandler(cookies), rp.WithPKCE(cookies), rp.WithErrorHandler(refused))
	if err != nil {
		log.Fatal(err)
	}
	p := &platform{provider: provider, home: home}
	http.HandleFunc("GET /{$}", p.show)
	http.HandleFunc("GET /callback", rp.CodeExchangeHandler(rp.UserinfoCallback(p.finish), provider))
	http.HandleFunc("GET /silent", p.logInWith(rp.WithPromptURLParam("none")))
	http.HandleFunc("GET /max-age", p.logInWith(rp.WithURLParam("max_age", "300")))
	http.HandleFunc("GET /step-up", p.logInWith(rp.WithURLParam("acr_values", "https://refeds.org/profile/mfa")))
	http.HandleFunc("GET /refresh", p.refresh)
	http.HandleFunc("GET /logout", p.logOut)
	http.HandleFunc("GET /bye", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("bye")) })
	http.HandleFunc("POST /backchannel", p.endSession)
	http.HandleFunc("GET /par", func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "not offered", http.StatusNotImplemented)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}

func (p *platform) logInWith(extra ...rp.URLParamOpt) http.HandlerFunc {
	return rp.AuthURLHandler(uuid.NewString, p.provider, extra...)
}

func (p *platform) show(w http.ResponseWriter, r *http.Request) {
	s := p.sessions.of(r)
	if s == nil {
		p.logInWith()(w, r)
		return
	}
	answer(w, s.user)
}

func (p *platform) finish(w http.ResponseWriter, r *http.Request,
	tokens *oidc.Tokens[*oidc.IDTokenClaims], _ string, _ rp.RelyingParty, info *oidc.UserInfo) {
	sid, _ := tokens.IDTokenClaims.Claims["sid"].(string)
	p.sessions.start(w, &session{
		user:         &user{Sub: info.Subject, Name: info.Name, Email: info.Email},
		sid:          sid,
		idToken:      tokens.IDToken,
		refreshToken: tokens.RefreshToken,
	})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func refused(w http.ResponseWriter, _ *http.Request, code, _, _ string) {
	http.Error(w, code, http.StatusUnauthorized)
}

func (p *platform) refresh(w http.ResponseWriter, r *http.Request) {
	s := p.sessions.of(r)
	if s == nil {
		http.Error(w, "logged out", http.StatusUnauthorized)
		return
	}
	tokens, err := rp.RefreshTokens[*oidc.IDTokenClaims](r.Context(), p.provider, s.refreshToken, "", "")
	if err != nil {
		http.Error(w, err.Error(), http.StatusUnauthorized)
		return
	}
	answer(w, map[string]any{"expires": tokens.Expiry})
}

// Redirects the browser, because rp.EndSession would call from the server without the user's session.
func (p *platform) logOut(w http.ResponseWriter, r *http.Request) {
	parameters := url.Values{"post_logout_redirect_uri": {p.home + "/bye"}}
	if s := p.sessions.of(r); s != nil {
		parameters.Set("id_token_hint", s.idToken)
		p.sessions.end(s.sid)
	}
	http.Redirect(w, r, p.provider.GetEndSessionEndpoint()+"?"+parameters.Encode(), http.StatusSeeOther)
}

// A logout token has the signature, issuer and audience of an ID token; its other claims are checked here.
func (p *platform) endSession(w http.ResponseWriter, r *http.Request) {
	claims, err := rp.VerifyIDToken[*oidc.IDTokenClaims](r.Context(),
		r.PostFormValue("logout_token"), p.provider.IDTokenVerifier())
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	events, _ := claims.Claims["events"].(map[string]any)
	sid, _ := claims.Claims["sid"].(string)
	if claims.Nonce != "" || events["http://schemas.openid.net/event/backchannel-logout"] == nil {
		http.Error(w, "not a logout token", http.StatusBadRequest)
		return
	}
	p.sessions.end(sid)
	w.WriteHeader(http.StatusNoContent)
}

// Plain http is only for tests on one machine.
func cookieOptions(home string) []httphelper.CookieHandlerOpt {
	if strings.HasPrefix(home, "http:") {
		return []httphelper.CookieHandlerOpt{httphelper.WithUnsecure()}
	}
	return nil
}

func randomKey() []byte {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return key
}

func answer(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(value)
}
