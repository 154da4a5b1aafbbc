// Mutants finds out what the tests of a package do not notice. A mutant is a copy of the package in
// which one operator is another one. Gremlins lists the mutants. All of them are compiled into one
// program of tests, where a variable of the environment chooses one, so that a mutant takes no
// longer than the tests that notice it.
//
//	cd tools && GOWORK=off go run ./mutants .. ./mcts/internal/solver ./mcts/internal/golden
//
// The arguments are the root of the module, the package, and packages with other tests of it, each
// followed by a colon and a pattern of -run where only some tests are meant. It prints how many
// mutants were killed and lived, of those that any of the tests cover, where the latter are, and
// how many were killed because they ran out of time.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/cover"
)

const gremlins = "github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0"

// The tests of a mutant are stopped, and it is killed, after patience times as long as the tests
// take without a change, but not before leastTime.
const (
	patience  = 4
	leastTime = 10 * time.Second
)

// maxKilobytes is the address space of tests, some of whose mutants fill it.
const maxKilobytes = 12 << 20

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "mutants: want the root of the module, a package, and packages with other tests of it")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2], os.Args[3:]); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

// mutant is a change of one operator.
type mutant struct {
	Type   string `json:"type"`
	Line   int    `json:"line"`
	Column int    `json:"column"` // in bytes, from 1
	file   string
	status status
}

type status int

const (
	notCovered status = iota
	lived
	late
	killed
	notViable
)

func (m *mutant) String() string {
	return fmt.Sprintf("%s:%d:%d %s", m.file, m.Line, m.Column, strings.ToLower(strings.ReplaceAll(m.Type, "_", " ")))
}

// module is the module whose package is changed, and a folder for temporary files.
type module struct{ root, scratch string }

func run(root, pkg string, tests []string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	mod := module{root, scratch}
	all, err := mod.list(pkg)
	if err != nil {
		return err
	}
	overlay, err := mod.switchable(pkg, all)
	if err != nil {
		return err
	}
	for _, test := range append([]string{pkg}, tests...) {
		if err := mod.kill(all, pkg, test, overlay); err != nil {
			return fmt.Errorf("%s: %w", test, err)
		}
	}
	var counts [notViable + 1]int
	for _, m := range all {
		if counts[m.status]++; m.status == lived {
			fmt.Println(m)
		}
	}
	dead := counts[killed] + counts[late]
	fmt.Printf("%s: %d killed, %d of them by time, %d lived, %d not covered, %d not viable: %.1f %%\n", pkg, dead, counts[late],
		counts[lived], counts[notCovered], counts[notViable], 100*float64(dead)/float64(max(1, dead+counts[lived])))
	return nil
}

// list asks gremlins for the mutants of a package.
func (mod module) list(pkg string) (all []*mutant, err error) {
	result := filepath.Join(mod.scratch, "gremlins.json")
	said, err := mod.command("run", gremlins, "unleash", pkg, "--dry-run", "--output", result)
	if err != nil {
		return nil, fmt.Errorf("gremlins: %w\n%s", err, said)
	}
	data, err := os.ReadFile(result)
	if err != nil {
		return nil, err
	}
	var read struct {
		Files []struct {
			Name      string    `json:"file_name"`
			Mutations []*mutant `json:"mutations"`
		} `json:"files"`
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return nil, err
	}
	for _, f := range read.Files {
		if filepath.Base(f.Name) != f.Name {
			continue // in a folder below the package
		}
		for _, m := range f.Mutations {
			m.file = filepath.Join(pkg, f.Name)
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b *mutant) int { return strings.Compare(a.String(), b.String()) })
	return all, nil
}

// kill runs tests on the mutants that no test has killed so far and that these cover.
func (mod module) kill(all []*mutant, pkg, test, overlay string) error {
	test, pattern, _ := strings.Cut(test, ":")
	flags := []string{"-test.failfast", "-test.run=" + pattern}
	profile := filepath.Join(mod.scratch, "profile")
	said, err := mod.command("test", "-count=1", "-run="+pattern, "-coverpkg="+pkg, "-coverprofile="+profile, test)
	if err != nil {
		return fmt.Errorf("without a change: %w\n%s", err, said)
	}
	if strings.Contains(said, "[no test files]") {
		return nil
	}
	profiles, err := cover.ParseProfiles(profile)
	if err != nil {
		return err
	}
	program := filepath.Join(mod.scratch, "program")
	if said, err := mod.command("test", "-c", "-overlay="+overlay, "-o", program, test); err != nil {
		return fmt.Errorf("with all mutants: %w\n%s", err, said)
	}
	// Inputs that kill a mutant say nothing about others, and are not made smaller.
	rapid := []string{"-rapid.nofailfile", "-rapid.shrinktime=0s"}
	if _, err := mod.test(program, test, -1, leastTime, append(rapid, "-test.list=^$")); err == nil {
		flags = append(flags, rapid...)
	}
	var open []int // the numbers of these mutants
	for n, m := range all {
		if m.status <= lived && covered(profiles, m) {
			m.status, open = lived, append(open, n)
		}
	}
	run := func(number int, limit time.Duration, flags []string) (took time.Duration, err error) {
		begin := time.Now()
		said, err := mod.test(program, test, number, limit, flags)
		if err != nil {
			err = fmt.Errorf("%w\n%s", err, said)
		}
		return time.Since(begin), err
	}
	whole, err := run(-1, time.Hour, flags)
	if err != nil {
		return fmt.Errorf("with no mutant chosen: %w", err)
	}
	short := append(slices.Clip(flags), "-test.short")
	if took, err := run(-1, time.Hour, short); err == nil && took < whole/2 { // Most die there.
		together(all, open, func(n int) error { _, err := run(n, max(leastTime, patience*took), short); return err })
	}
	together(all, open, func(n int) error { _, err := run(n, max(leastTime, patience*whole), flags); return err })
	return nil
}

// together runs tests on those mutants of some numbers that live, and notes which ones they kill.
func together(all []*mutant, open []int, run func(n int) error) {
	numbers := make(chan int)
	var running sync.WaitGroup
	for range runtime.NumCPU() {
		running.Go(func() {
			for n := range numbers {
				switch err := run(n); {
				case errors.Is(err, context.DeadlineExceeded):
					all[n].status = late
				case err != nil:
					all[n].status = killed
				}
			}
		})
	}
	for _, n := range open {
		if all[n].status == lived {
			numbers <- n
		}
	}
	close(numbers)
	running.Wait()
}

// test runs a program of tests in the folder of its package, on one mutant.
func (mod module) test(program, pkg string, number int, limit time.Duration, flags []string) (said string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", append([]string{
		"-c", "ulimit -v " + strconv.Itoa(maxKilobytes) + ` && exec "$@"`, "sh", program,
	}, flags...)...)
	c.Dir, c.Env, c.WaitDelay = filepath.Join(mod.root, pkg), append(os.Environ(), variable+"="+strconv.Itoa(number)), time.Second
	out, err := c.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return string(out), err
}

// covered reports whether tests run the line of a mutant.
func covered(profiles []*cover.Profile, m *mutant) bool {
	for _, p := range profiles {
		if filepath.Base(p.FileName) != filepath.Base(m.file) {
			continue
		}
		for _, b := range p.Blocks {
			begins := b.StartLine < m.Line || b.StartLine == m.Line && b.StartCol <= m.Column
			ends := b.EndLine > m.Line || b.EndLine == m.Line && b.EndCol >= m.Column
			if b.Count > 0 && begins && ends {
				return true
			}
		}
	}
	return false
}

// switchable writes the package with all its mutants, and returns the file of an overlay that
// replaces the package by it.
func (mod module) switchable(pkg string, all []*mutant) (overlay string, err error) {
	files, err := weave(filepath.Join(mod.root, pkg), all)
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for name, source := range files {
		file := filepath.Join(mod.scratch, filepath.Base(name))
		err = errors.Join(err, os.WriteFile(file, source, 0o600))
		replace[name] = file
	}
	data, marshalErr := json.Marshal(map[string]map[string]string{"Replace": replace})
	overlay = filepath.Join(mod.scratch, "overlay.json")
	return overlay, errors.Join(err, marshalErr, os.WriteFile(overlay, data, 0o600))
}

// command runs the go command in the root of the module and returns what it prints.
func (mod module) command(args ...string) (said string, err error) {
	c := exec.Command("go", args...)
	c.Dir, c.Env = mod.root, append(os.Environ(), "GOFLAGS=-vet=off", "GOWORK=off")
	out, err := c.CombinedOutput()
	return string(out), err
}
