// Pictures draws the pictures of the documents, as SVG files:
//
//	go run ./research/pictures docs/images
//
// The trees come from real searches of tic-tac-toe.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./research/pictures FOLDER")
		os.Exit(2)
	}
	pictures, err := draw()
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range pictures {
		if err := os.WriteFile(filepath.Join(os.Args[1], name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// draw returns all pictures by the names of their files.
func draw() (map[string]string, error) {
	pictures := map[string]string{
		"block.svg":    block(),
		"parallel.svg": parallel(),
		"hidden.svg":   hidden(),
	}
	for _, simulations := range []int{1, 2, 5, 50} {
		t, err := grow(simulations)
		if err != nil {
			return nil, err
		}
		pictures[fmt.Sprintf("tree-%d.svg", simulations)] = t.picture()
	}
	before, err := grow(5)
	if err != nil {
		return nil, err
	}
	after, err := grow(6)
	if err != nil {
		return nil, err
	}
	pictures["simulation.svg"] = steps(before, after)
	return pictures, nil
}
