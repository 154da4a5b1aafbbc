package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/examples/internal/pages"
)

// start starts the program and returns the address of its page. The program ends with the test.
func start(t *testing.T, args ...string) (url string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	in, out := io.Pipe()
	status := make(chan int)
	go func() {
		status <- run(ctx, append([]string{"-addr", "127.0.0.1:0"}, args...), out, io.Discard)
	}()
	line, err := bufio.NewReader(in).ReadString('\n')
	require.NoError(t, err)
	t.Cleanup(func() {
		cancel()
		require.Zero(t, <-status, "an interrupt is no failure")
	})
	return regexp.MustCompile(`http://\S+/`).FindString(line)
}

func TestServe(t *testing.T) {
	for _, game := range pages.Games {
		t.Run(game.Name, func(t *testing.T) {
			url := start(t, "-game", game.Name, "-sims", "100", "-player", "c=0.5", "-against", "c=1")
			var about struct {
				Title    string
				Searches []string
				Play     bool
			}
			answer, err := http.Get(url + "about")
			require.NoError(t, err)
			t.Cleanup(func() { _ = answer.Body.Close() })
			require.NoError(t, json.NewDecoder(answer.Body).Decode(&about))
			require.Equal(t, game.Name, about.Title)
			require.Equal(t, []string{"mcts,c=0.5", "mcts,c=1"}, about.Searches)
			require.True(t, about.Play)
			page, err := http.Get(strings.TrimSuffix(url, "search/"))
			require.NoError(t, err)
			t.Cleanup(func() { _ = page.Body.Close() })
			text, err := io.ReadAll(page.Body)
			require.NoError(t, err)
			require.Contains(t, string(text), "<title>"+game.Name+"</title>", "the root leads to the page")
		})
	}
}

func TestOptions(t *testing.T) {
	for args, message := range map[string]string{
		"-game chess":                       "there is no game",
		"-player random":                    "want mcts",
		"-player strong,time=1s -sims":      "flag needs an argument",
		"-sims -1":                          "not negative",
		"-size 99x99":                       "",
		"-against nonsense":                 "there is no kind",
		"-addr 256.0.0.1:1 -sims 1":         "",
		"-game tictactoe extra":             "unexpected argument",
		"-game tictactoe -size 3x3 -sims 1": "one board",
	} {
		var errs strings.Builder
		require.NotZero(t, run(t.Context(), strings.Fields(args), io.Discard, &errs), args)
		require.Contains(t, strings.ReplaceAll(errs.String(), "\n", " "), message, args)
	}
	var help strings.Builder
	require.Zero(t, run(t.Context(), []string{"-help"}, io.Discard, &help))
	require.Contains(t, help.String(), "-against")
}
