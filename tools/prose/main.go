// Prose checks the comments and documents of the repository: how wide their lines are, that they
// use the words of the project's glossary, and that links lead somewhere.
//
//	cd tools && GOWORK=off go run ./prose width ..
//	cd tools && GOWORK=off go run ./prose glossary ..
//	cd tools && GOWORK=off go run ./prose links ..
//
// It reads the files that git tracks, prints a line for each finding, and exits with status 1 if
// there is one. With -count it prints the number of findings per folder instead.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// finding is one line that breaks a rule.
type finding struct {
	path string
	line int
	text string
}

func (f finding) String() string { return fmt.Sprintf("%s:%d: %s", f.path, f.line, f.text) }

func main() {
	count := flag.Bool("count", false, "print the number of findings per folder")
	flag.Parse()
	found, err := run(flag.Args())
	if err != nil {
		fmt.Fprintln(os.Stderr, "prose:", err)
		os.Exit(2)
	}
	if *count {
		writeCounts(os.Stdout, found)
	} else {
		for _, f := range found {
			fmt.Println(f)
		}
	}
	if len(found) > 0 {
		fmt.Println("findings:", len(found))
		os.Exit(1)
	}
}

// run performs the check that the arguments name.
func run(args []string) ([]finding, error) {
	if len(args) != 2 {
		return nil, fmt.Errorf("want a check (width, glossary or links) and the root of the repository, not %q", args)
	}
	root := args[1]
	var check func(path string, source []byte) []finding
	switch args[0] {
	case "width":
		check = checkWidth
	case "glossary":
		text, err := os.ReadFile(filepath.Join(root, "tools", "glossary.txt"))
		if err != nil {
			return nil, err
		}
		g, err := readGlossary(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("glossary.txt: %w", err)
		}
		check = g.check
	case "links":
		check = links{root}.check
	default:
		return nil, fmt.Errorf("there is no check %q", args[0])
	}
	var found []finding
	paths, err := tracked(root)
	if err != nil {
		return nil, err
	}
	for _, path := range paths {
		source, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			return nil, err
		}
		found = append(found, check(path, source)...)
	}
	return found, nil
}

// tracked returns the slash-separated paths of the files that git tracks and that are there.
func tracked(root string) ([]string, error) {
	list := exec.Command("git", "ls-files", "-z")
	list.Dir, list.Stderr = root, os.Stderr
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("git ls-files: %w", err)
	}
	var paths []string
	for p := range bytes.SplitSeq(out, []byte{0}) {
		if info, err := os.Lstat(filepath.Join(root, string(p))); err == nil && info.Mode().IsRegular() {
			paths = append(paths, string(p))
		}
	}
	return paths, nil
}

// writeCounts prints the number of findings of each folder.
func writeCounts(w io.Writer, found []finding) {
	counts := map[string]int{}
	for _, f := range found {
		counts[path.Dir(f.path)]++
	}
	folders := make([]string, 0, len(counts))
	for folder := range counts {
		folders = append(folders, folder)
	}
	slices.Sort(folders)
	for _, folder := range folders {
		fmt.Fprintf(w, "%5d %s\n", counts[folder], folder)
	}
}

// generated reports whether the comment that the go command defines stands before the package
// clause.
func generated(source []byte) bool {
	for line := range strings.Lines(string(source)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "// Code generated ") && strings.HasSuffix(line, " DO NOT EDIT.") {
			return true
		}
		if strings.HasPrefix(line, "package ") {
			return false
		}
	}
	return false
}
