package console_test

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

	"github.com/banyan-go/banyan/console"
)

// inspect starts the command and returns the address of its page. The command ends with the test.
func inspect(t *testing.T, p console.Program, args ...string) (url string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	in, out := io.Pipe()
	status := make(chan int)
	go func() {
		args := append([]string{"inspect", "-addr", "127.0.0.1:0"}, args...)
		status <- p.Run(ctx, args, strings.NewReader(""), out, io.Discard)
	}()
	line, err := bufio.NewReader(in).ReadString('\n')
	require.NoError(t, err)
	t.Cleanup(func() {
		cancel()
		require.Zero(t, <-status, "an interrupt is no failure")
	})
	return regexp.MustCompile(`http://\S+/`).FindString(line)
}

func get(t *testing.T, url string) []byte {
	t.Helper()
	answer, err := http.Get(url)
	require.NoError(t, err)
	text, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	return text
}

func TestInspect(t *testing.T) {
	url := inspect(t, program(t, console.Name("heap")), "-sims", "100", "-player", "c=0.5", "-against", "c=1")
	var about struct {
		Title    string
		Searches []string
		Play     bool
	}
	require.NoError(t, json.Unmarshal(get(t, url+"about"), &about))
	require.Equal(t, "heap", about.Title)
	require.Equal(t, []string{"mcts,c=0.5", "mcts,c=1"}, about.Searches)
	require.True(t, about.Play)
	root := strings.TrimSuffix(url, "search/")
	require.Contains(t, string(get(t, root)), "<title>heap</title>", "the root leads to the page")
}

func TestInspectRefuses(t *testing.T) {
	for args, want := range map[string]struct {
		message string
		status  int
	}{
		"-player random":    {`player "random" cannot be shown in a page`, 2},
		"-player nonsense":  {`-player "nonsense": there is no kind`, 2},
		"-against nonsense": {`-against "nonsense": there is no kind`, 2},
		"-player sims=5":    {`player "mcts,sims=5" cannot be shown`, 2},
		"-sims -1":          {"want a whole number", 2},
		"-sims":             {"flag needs an argument", 2},
		"-time soon":        {"want a time like 500ms", 2},
		"extra":             {`unexpected argument "extra"`, 2},
		"-addr 256.0.0.1:1": {"-addr: ", 1},
	} {
		_, errs, status := run(t, program(t), "", append([]string{"inspect"}, strings.Fields(args)...)...)
		require.Equal(t, want.status, status, args)
		require.Contains(t, strings.ReplaceAll(errs, "\n", " "), want.message, args)
	}
}
