package cluster

import (
	"encoding/json"
	"expvar"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/banyan-go/banyan/distributed"
)

// serveMetrics serves v at the path /debug/vars of an address; an empty one is none. It serves
// nothing else: the arguments of the process, which expvar has there, may have a password.
func serveMetrics(address, name string, v expvar.Var) (stop func(), err error) {
	if address == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("-metrics: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/debug/vars", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		fmt.Fprintf(w, "{%q: %s}\n", name, v)
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 3 * time.Second}
	go func() { _ = server.Serve(listener) }() // It ends when it is closed.
	return func() { _ = server.Close() }, nil
}

// workerFigures are the figures of a worker.
type workerFigures struct {
	mu     sync.Mutex
	status distributed.Status
}

func (f *workerFigures) set(s distributed.Status) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.status = s
}

// String implements expvar.Var.
func (f *workerFigures) String() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, _ := json.Marshal(f.status) // cannot fail for strings and numbers
	return string(text)
}
