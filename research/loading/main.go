// Command loading measures what it takes to load rule sheets in the Game Description Language:
// time, and the memory that is obtained from the operating system. It prints a row of a table for
// each sheet, from a separate process.
//
//	go run ./research/loading SHEET...
package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/banyan-go/banyan/gdl"
)

// inside is the environment variable that tells a process which sheet it loads.
const inside = "BANYAN_LOADING"

func main() {
	var err error
	if path := os.Getenv(inside); path != "" {
		err = load(path)
	} else {
		err = run(os.Args[1:])
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "loading:", err)
		os.Exit(1)
	}
}

func run(paths []string) error {
	if len(paths) == 0 {
		return fmt.Errorf("want the files of rule sheets")
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Println("| sheet | seconds | MB | result |\n|---|---|---|---|")
	for _, path := range paths {
		c := exec.Command(self)
		c.Env = append(os.Environ(), inside+"="+path)
		c.Stdout, c.Stderr = os.Stdout, os.Stderr
		if err := c.Run(); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	return nil
}

// load prints the row of a sheet.
func load(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	begin := time.Now()
	_, err = gdl.Load(context.Background(), text, gdl.Limits{})
	took := time.Since(begin)
	says := "loads"
	if err != nil {
		says = fmt.Sprintf("%.120v", err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	fmt.Printf("| %s | %.2f | %d | %s |\n", strings.TrimSuffix(filepath.Base(path), ".kif"), took.Seconds(), m.Sys>>20, says)
	return nil
}
