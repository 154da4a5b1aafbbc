package ggp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/banyan-go/banyan/gdl/kif"
)

// ServeHTTP implements [http.Handler]. A message is the body of a POST request, or the path of a
// GET request. OPTIONS and the headers of the answers let web pages of other origins ask.
//
// The status is 400 for a message that is wrong, 404 for one about a match that is not under way,
// and 503 if there is no move in time.
func (p *Player) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	arrival := time.Now()
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "POST, GET, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "Content-Type")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "text/acl")
	var text []byte
	switch r.Method {
	case http.MethodOptions:
		w.WriteHeader(http.StatusNoContent)
		return
	case http.MethodGet:
		text = []byte(strings.TrimPrefix(r.URL.Path, "/"))
	case http.MethodPost:
		var err error
		if text, err = io.ReadAll(http.MaxBytesReader(w, r.Body, kif.MaxBytes)); err != nil {
			http.Error(w, "ggp: "+err.Error(), http.StatusBadRequest)
			return
		}
	default:
		http.Error(w, fmt.Sprintf("ggp: the method is %s, want POST", r.Method), http.StatusMethodNotAllowed)
		return
	}
	message, err := ParseMessage(text)
	answer := ""
	if err == nil {
		answer, err = p.answer(r.Context(), message, arrival)
	}
	if err != nil {
		p.config.Log.Warn("message refused", "error", err)
		status := http.StatusBadRequest
		switch {
		case errors.Is(err, ErrUnknownMatch):
			status = http.StatusNotFound
		case errors.Is(err, ErrLate), errors.Is(err, context.Canceled):
			status = http.StatusServiceUnavailable
		}
		http.Error(w, err.Error(), status)
		return
	}
	_, _ = io.WriteString(w, answer)
}
