package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/banyan-go/banyan/pool"
)

// Errors that clients see, beside those of games.
var (
	errNotFound = errors.New("there is no such game; it may have been closed")
	errNoTree   = errors.New("there is no search of the game at this time")
	errTooMany  = errors.New("too many games are open")
	errStopping = errors.New("the server is stopping")
)

// errClient is a mistake in a request.
type errClient struct{ error }

// read decodes the body of a request. An empty one leaves v as it is.
func read(w http.ResponseWriter, r *http.Request, v any) error {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 1<<12))
	d.DisallowUnknownFields()
	switch err := d.Decode(v); {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return errClient{fmt.Errorf("the body of the request: %w", err)}
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errClient{errors.New("the body of the request: want one JSON object")}
	}
	return nil
}

// reply writes v as JSON, or the error.
func (s *server) reply(w http.ResponseWriter, v any, err error) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if err != nil {
		code := status(err)
		if code == http.StatusServiceUnavailable {
			w.Header().Set("Retry-After", "1")
		}
		s.refuse(code)
		w.WriteHeader(code)
		v = map[string]string{"error": err.Error()}
	}
	_ = json.NewEncoder(w).Encode(v) // A client that is gone needs no answer.
}

// status returns the status code of an error.
func status(err error) int {
	switch {
	case errors.As(err, new(errClient)):
		return http.StatusBadRequest
	case errors.Is(err, errNotFound), errors.Is(err, errNoTree), errors.Is(err, pool.ErrClosed):
		return http.StatusNotFound
	case errors.Is(err, errBusy), errors.Is(err, errOver):
		return http.StatusConflict
	case errors.Is(err, pool.ErrFull), errors.Is(err, pool.ErrLate), errors.Is(err, errTooMany),
		errors.Is(err, errStopping), errors.Is(err, context.Canceled):
		return http.StatusServiceUnavailable
	}
	return http.StatusInternalServerError
}
