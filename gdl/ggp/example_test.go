package ggp_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/banyan-go/banyan/gdl/ggp"
)

// A Player answers the messages of a game server. A program would serve it on a port.
func ExampleNewPlayer() {
	player, err := ggp.NewPlayer(ggp.Config{Name: "banyan"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer player.Close()
	server := httptest.NewServer(player)
	defer server.Close()
	answer, err := http.Post(server.URL, "text/acl", strings.NewReader("(INFO)"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	fmt.Println(string(text), err)
	// Output:
	// ((name banyan) (status available)) <nil>
}
