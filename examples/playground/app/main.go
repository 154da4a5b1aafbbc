//go:build js && wasm

// App is the part of the playground that runs in WebAssembly: the page of package inspect answers
// the questions that the browser would otherwise send to a server.
package main

import (
	"bytes"
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"syscall/js"
	"time"

	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
)

func main() {
	handler, err := page(js.Global().Get("location").Get("search").String())
	if err != nil {
		js.Global().Call("banyanReady", err.Error())
		return
	}
	js.Global().Set("banyanAsk", js.FuncOf(func(_ js.Value, args []js.Value) any {
		method, target, body, answer := args[0].String(), args[1].String(), args[2].String(), args[3]
		go func() { // A function of JavaScript must not wait.
			w := &recorder{code: http.StatusOK, header: http.Header{}}
			r, err := http.NewRequest(method, target, strings.NewReader(body))
			if err != nil {
				answer.Invoke(http.StatusBadRequest, "{}")
				return
			}
			r.Host = "localhost"
			r.Header.Set("Content-Type", "application/json")
			handler.ServeHTTP(w, r)
			answer.Invoke(w.code, w.body.String())
		}()
		return nil
	}))
	js.Global().Call("banyanReady", strings.Join(bundled.Names(), " "), true)
	select {} // The page ends the program.
}

// page makes the page that the query of the address asks for.
func page(query string) (http.Handler, error) {
	values, err := url.ParseQuery(strings.TrimPrefix(query, "?"))
	if err != nil {
		return nil, err
	}
	o := console.PageOptions{Seed: 1}
	game, err := bundled.Find(cmp.Or(values.Get("game"), "connect4"), console.Size{})
	if err != nil {
		return nil, err
	}
	if o.Budget.Time, err = time.ParseDuration(cmp.Or(values.Get("time"), "2s")); err != nil {
		return nil, err
	}
	o.Budget.Time = min(max(o.Budget.Time, 10*time.Millisecond), time.Minute)
	for _, text := range []string{cmp.Or(values.Get("player"), "mcts"), values.Get("against")} {
		if text == "" {
			continue
		}
		p, err := game.Parse(text, "")
		if err != nil {
			return nil, err
		}
		p.Search.MaxBytes = maxBytes
		p.Search.Parallel = nil // A browser gives one thread.
		o.Players = append(o.Players, p)
	}
	return game.Page(context.Background(), o)
}

// maxBytes bounds a tree: the memory of WebAssembly ends at four gigabytes, and phones have less.
const maxBytes = 512 << 20

// recorder keeps an answer.
type recorder struct {
	code   int
	header http.Header
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(code int)        { r.code = code }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }
