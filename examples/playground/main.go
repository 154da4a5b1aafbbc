// Playground writes a folder of static files, with which the bundled games are played against
// searches in the browser, without a server.
//
//	go run ./examples/playground -out public
//
// The searches run in WebAssembly. Serve the folder with any web server, for example with
// "python3 -m http.server -d public", or put it where static pages are hosted. The address of the
// page may choose the game, the search, another one next to it, and the time per action:
// index.html?game=othello&player=c=0.5&against=playout=mast&time=5s.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/banyan-go/banyan/arena/spec"
	"github.com/banyan-go/banyan/cmd/banyan/bundled"
	"github.com/banyan-go/banyan/console"
	"github.com/banyan-go/banyan/console/cli"
	"github.com/banyan-go/banyan/mcts"
)

//go:embed worker.js
var worker []byte

//go:embed playground.js
var script []byte

func main() {
	cli.Main(func(ctx context.Context, args []string) int { return run(ctx, args, os.Stdout, os.Stderr) })
}

// run executes the program and returns its exit status.
func run(ctx context.Context, args []string, out, errs io.Writer) int {
	var folder string
	flags := flag.NewFlagSet("playground", flag.ContinueOnError)
	flags.StringVar(&folder, "out", "", "the `folder` to write to")
	err := cli.Parse(flags, args, errs, "Write a folder of static files with the games: go run ./examples/playground -out folder", "")
	if err == nil && folder == "" {
		err = errors.New("-out is missing: want a folder")
	}
	if err != nil {
		return cli.Status("playground", err, errs)
	}
	if err = build(ctx, folder); err == nil {
		fmt.Fprintln(out, "The page is", filepath.Join(folder, "index.html"))
	}
	return cli.End("playground", err, errs)
}

// build writes all files.
func build(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	compile := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", filepath.Join(folder, "banyan.wasm"),
		"github.com/banyan-go/banyan/examples/playground/app")
	compile.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if text, err := compile.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, text)
	}
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("go env GOROOT: %w", err)
	}
	support, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	files, err := page(ctx)
	if err != nil {
		return err
	}
	files["wasm_exec.js"], files["worker.js"], files["playground.js"] = support, worker, script
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

var links = regexp.MustCompile(`(?:href|src)="([\w.]+\.(?:css|js))"`)

// page returns the files of a page, as a server would send them. The script of the playground comes
// before that which starts the page.
func page(ctx context.Context) (map[string][]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	game, err := bundled.Find("connect4", console.Size{}) // The pages of all games have the same files.
	if err != nil {
		return nil, err
	}
	handler, err := game.Page(ctx, console.PageOptions{Players: []spec.Player{{Kind: spec.MCTS}}, Budget: mcts.Budget{Simulations: 1}})
	if err != nil {
		return nil, err
	}
	get := func(name string) []byte {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/"+name, nil))
		return w.Body.Bytes()
	}
	text := string(get(""))
	files := map[string][]byte{}
	for _, link := range links.FindAllStringSubmatch(text, -1) {
		files[link[1]] = get(link[1])
	}
	const start = `<script src="app.js">`
	if !strings.Contains(text, start) {
		return nil, errors.New("the page has no app.js")
	}
	text = strings.Replace(text, start, `<script src="playground.js"></script>`+"\n"+start, 1)
	files["index.html"] = []byte(strings.Replace(text, "<title>connect4</title>", "<title>Banyan</title>", 1))
	return files, nil
}
