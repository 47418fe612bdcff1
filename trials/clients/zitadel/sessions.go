package main

import (
	"net/http"
	"sync"

	"github.com/google/uuid"
)

type user struct {
	Sub   string `json:"sub"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

type session struct {
	user                       *user
	sid, idToken, refreshToken string
}

// In production, use a store that all servers share.
type sessions struct {
	mutex sync.Mutex
	byID  map[string]*session
}

func (all *sessions) start(w http.ResponseWriter, s *session) {
	id := uuid.NewString()
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

// Ends the sessions that started from one session at the portal.
func (all *sessions) end(sid string) {
	all.mutex.Lock()
	defer all.mutex.Unlock()
	for id, s := range all.byID {
		if s.sid == sid {
			delete(all.byID, id)
		}
	}
}
