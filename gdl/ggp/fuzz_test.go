package ggp_test

import (
	"bytes"
	"context"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp"
)

// Whatever messages come, one on each line, and in whatever order, the player answers, and can be
// closed. A $ stands for the rules of a small game. The client waits for the answer to a line that
// begins with an exclamation mark, and for the game to be loaded; other answers it does not wait
// for.
func FuzzPlayer(f *testing.F) {
	const sheet = `((role x) (role o) (init (turn x)) (<= (legal ?r go) (role ?r)) (<= (legal x (mark ?n)) (number ?n)) (number 1) ` +
		`(number 2) (<= (next (turn o)) (true (turn x)) (does x go)) (<= terminal (true (turn o))) (goal x 50) (goal o 50))`
	f.Add([]byte("(INFO)\n(START m x $ 1 1)\n(PLAY m NIL)\n(PLAY m ((mark 1) go))\n(PLAY m ((mark 1) go))\n(STOP m (go go))\n(INFO)"))
	f.Add([]byte("!(START m x $ 1 1)\n!(PLAY m NIL)\n!(PLAY m ((mark 1) go))\n!(PLAY m ((mark 2) go))\n!(STOP m (go go))\n!(INFO)"))
	f.Add([]byte("!(START m x $ 1 1)\n!(PLAY m NIL)\n!(START m o $ 1 1)\n!(PLAY m NIL)\n!(PLAY m (go))\n(ABORT m)"))
	f.Add([]byte("(START m o $ 0 0)\n!(START m o $ 0 0)\n(START n x $ 0 0)\n(PLAY m ((go) (go)))\n!(PLAY m NIL)\n(ABORT m)"))
	f.Add([]byte("(START m x ((role x) (init a) (<= (init (f ?x)) (init ?x)) (legal x go) (<= (next ?x) (true ?x)) (goal x 0) (<= terminal (true b))) 9 9)\n(PLAY m NIL)"))
	f.Add([]byte("(PREVIEW $ 1)\n(PLAY m NIL)\n((\n)"))
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	f.Fuzz(func(t *testing.T, text []byte) {
		c := config(chooser{})
		c.Limits = gdl.Limits{Atoms: 200, Literals: 1000}
		p, err := ggp.NewPlayer(c)
		require.NoError(t, err)
		defer p.Close()
		for line := range bytes.Lines(text) {
			ctx := gone
			line, waits := bytes.CutPrefix(line, []byte("!"))
			if waits {
				ctx = t.Context()
			}
			line = bytes.ReplaceAll(line, []byte("$"), []byte(sheet))
			w := httptest.NewRecorder()
			p.ServeHTTP(w, httptest.NewRequestWithContext(ctx, http.MethodPost, "/", bytes.NewReader(line)))
			require.Contains(t, []int{200, 400, 404, 503}, w.Code)
			require.NotEmpty(t, w.Body.String())
		}
	})
}
