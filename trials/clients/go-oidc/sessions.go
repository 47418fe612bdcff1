package main

import (
	"errors"
	"net/http"
	"sync"

	"golang.org/x/oauth2"
)

var errNonce = errors.New("another nonce")

type user struct {
	Sub   string `json:"sub"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// A started login, or a logged-in user.
type session struct {
	state, nonce, verifier string

	user                       *user
	sid, idToken, refreshToken string
}

// In production, use a store that all servers share.
type sessions struct {
	mutex sync.Mutex
	byID  map[string]*session
}

func (all *sessions) start(w http.ResponseWriter, s *session) {
	id := oauth2.GenerateVerifier()
	all.mutex.Lock()
	defer all.mutex.Unlock()
	if all.byID == nil {
		all.byID = map[string]*session{}
	}
	all.byID[id] = s
	http.SetCookie(w, &http.Cookie{Name: "session", Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

func (all *sessions) of(r *http.Request) *session {
	cookie, err := r.Cookie("session")
	if err != nil {
		return nil
	}
	all.mutex.Lock()
	defer all.mutex.Unlock()
	return all.byID[cookie.Value]
}

// Ends the sessions that started from this session at the portal.
func (all *sessions) end(sid string) {
	all.mutex.Lock()
	defer all.mutex.Unlock()
	for id, s := range all.byID {
		if s.sid == sid {
			delete(all.byID, id)
		}
	}
}
