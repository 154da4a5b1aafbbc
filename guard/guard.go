// Package guard keeps a server on one's own machine from answering to whoever asks: to web pages of
// other sites that a browser on the machine shows, and to clients that are too slow or too large.
//
//	var g guard.Guard
//	server := guard.NewServer(g.Handler(guard.Limit(mux, 4096)))
//	err := server.Serve(listener)
//
// A page of another site can send requests to a server at 127.0.0.1. A browser says where they come
// from, and [http.CrossOriginProtection] refuses what could change something. But the owner of the
// site can also let its own name lead to 127.0.0.1, and then the browser takes page and server for
// one site (DNS rebinding). So a request must name the server by an address, which cannot be
// redirected, by localhost, or by a name that the server knows as its own.
package guard

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"time"
)

// Guard determines which requests are allowed. Its zero value lets requests pass that name the
// server by an address or localhost and do not come from pages of other origins.
type Guard struct {
	// Hosts are the names of the server, like bot.example.org, without ports. With AnyHost, names
	// do not matter; then requests of pages must come from Origins, also of pages of the server.
	Hosts   []string
	AnyHost bool

	// Origins are the origins of pages that may send requests although they do not come from the
	// server, like https://example.org or http://127.0.0.1:8000.
	Origins []string
}

// The time that clients have. What they send and take is small, so this is for slow ones.
const (
	headerTime = 5 * time.Second
	bodyTime   = 10 * time.Second
	writeTime  = 10 * time.Second // of each write of an answer
	idleTime   = 2 * time.Minute

	maxHeader = 64 << 10 // bytes
)

// NewServer returns a server with limits on the time and size of what clients send before a handler
// is called; [Limit] has the limits for the rest.
func NewServer(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: headerTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader}
}

// Handler returns a handler that lets next answer the requests that may pass, and refuses others
// with status 403. Handler and Checker panic if Validate returns an error.
func (g Guard) Handler(next http.Handler) http.Handler {
	check := g.Checker()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := check(r); err != nil {
			http.Error(w, err.Error(), http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Limit returns a handler that reads the bodies of requests before next has them, in 10 seconds at
// most, and refuses bodies of more than maxBody bytes with status 413. A client that does not take
// a part of the answer in 10 seconds loses its connection. How long next may take is up to next.
func Limit(next http.Handler, maxBody int64) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		control := http.NewResponseController(w)
		if r.Body != nil && r.Body != http.NoBody {
			_ = control.SetReadDeadline(time.Now().Add(bodyTime)) // A recorder has no deadlines.
			body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
			if err != nil {
				http.Error(w, "the body of the request: "+err.Error(), statusOfBody(err))
				return
			}
			_ = control.SetReadDeadline(time.Time{}) // so that it is noticed when the client goes away
			r.Body = io.NopCloser(bytes.NewReader(body))
		}
		next.ServeHTTP(&writer{w, control}, r)
	})
}

func statusOfBody(err error) int {
	var tooLarge *http.MaxBytesError
	var network net.Error
	switch {
	case errors.As(err, &tooLarge):
		return http.StatusRequestEntityTooLarge
	case errors.As(err, &network) && network.Timeout():
		return http.StatusRequestTimeout
	}
	return http.StatusBadRequest
}

// Validate reports which of the Origins is none.
func (g Guard) Validate() error {
	_, err := g.pages()
	return err
}

func (g Guard) pages() (*http.CrossOriginProtection, error) {
	pages := http.NewCrossOriginProtection()
	for _, origin := range g.Origins {
		if err := pages.AddTrustedOrigin(origin); err != nil {
			return nil, fmt.Errorf("guard: %w, want one like https://example.org", err)
		}
	}
	return pages, nil
}

// Checker returns a function that reports why a request may not pass; nil if it may.
func (g Guard) Checker() func(r *http.Request) error {
	pages, err := g.pages()
	if err != nil {
		panic(err)
	}
	return func(r *http.Request) error {
		origin := r.Header.Get("Origin")
		switch {
		case g.AnyHost && origin != "" && !slices.Contains(g.Origins, origin):
			return fmt.Errorf("the request comes from a page of %s, which is not among the origins that may ask", origin)
		case !g.AnyHost && !g.isMine(r.Host):
			return fmt.Errorf("the request is for %q, which is no address, not localhost, and no name of this server", r.Host)
		}
		return pages.Check(r)
	}
}

// isMine reports whether the host of a request, perhaps with a port, means this server for sure.
func (g Guard) isMine(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	if _, err := netip.ParseAddr(host); err == nil || host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	return slices.ContainsFunc(g.Hosts, func(name string) bool { return strings.EqualFold(name, host) })
}

// Names returns the names by which others may know a server that listens to an address like
// bot.example.org:8080: the one in the address and the name of the machine.
func Names(address string) []string {
	var names []string
	if name, _, err := net.SplitHostPort(address); err == nil && name != "" {
		names = append(names, name)
	}
	if name, err := os.Hostname(); err == nil {
		names = append(names, name)
	}
	return names
}

// writer gives each write its time.
type writer struct {
	http.ResponseWriter
	control *http.ResponseController
}

func (w *writer) Write(p []byte) (int, error) {
	_ = w.control.SetWriteDeadline(time.Now().Add(writeTime))
	return w.ResponseWriter.Write(p)
}

// Unwrap lets an http.ResponseController find what is below.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
