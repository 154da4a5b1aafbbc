package main

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
)

// TestPage opens the page whose address the program prints, and interrupts the program.
func TestInspect(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt another one")
	}
	c := testkit.Command(t, "inspect", "-addr", "127.0.0.1:0", "-game", "othello", "-sims", "100")
	out, err := c.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, c.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	answer, err := http.Get(regexp.MustCompile(`http://\S+/`).FindString(line))
	require.NoError(t, err)
	page, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	require.NoError(t, answer.Body.Close())
	require.Contains(t, string(page), "<title>othello</title>")
	require.NoError(t, c.Process.Signal(os.Interrupt))
	require.NoError(t, c.Wait(), "an interrupt is no failure")
}

func TestInspectArguments(t *testing.T) {
	for _, c := range []struct {
		args, want string
		status     int
	}{
		{"-help", "show searches in a web page, and play against them", 0},
		{"-game chess", `there is no game "chess"`, 2},
		{"play", `unexpected argument "play"`, 2},
		{"-addr 256.0.0.1:1", "-addr: ", 1},
	} {
		program := testkit.Command(t, append([]string{"inspect"}, strings.Fields(c.args)...)...)
		var out bytes.Buffer
		program.Stdout, program.Stderr = &out, &out
		require.Equal(t, c.status, testkit.Run(t, program), c.args)
		require.Contains(t, strings.ReplaceAll(out.String(), "\n", " "), c.want)
	}
}
