// Mutants finds out what the tests of a package do not notice. It lets gremlins change one operator
// of the package at a time and run the tests of the package, and then it runs other tests, which
// are faster in total than the tests of the whole module, on the mutants that survived.
//
//	cd tools && GOWORK=off go run ./mutants .. ./mcts/internal/solver ./mcts/internal/golden
//
// The arguments are the root of the module, the package, and the packages of the other tests, each
// followed by a colon and a pattern of -run where only some tests are meant. It prints how many
// mutants were killed and lived, of those that any of the tests cover, and where the latter are.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/cover"
)

const gremlins = "github.com/go-gremlins/gremlins/cmd/gremlins@v0.6.0"

// limit is the time that the tests of one mutant may take. One that loops is killed by it.
const limit = 2 * time.Minute

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
	Status string `json:"status"`
	Line   int    `json:"line"`
	Column int    `json:"column"` // in bytes, from 1
	file   string
}

func (m mutant) String() string {
	return fmt.Sprintf("%s:%d:%d %s", m.file, m.Line, m.Column, strings.ToLower(strings.ReplaceAll(m.Type, "_", " ")))
}

// module is the module whose package is changed, and a folder for temporary files.
type module struct{ root, scratch string }

func run(root, pkg string, tests []string) error {
	scratch, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(scratch) }()
	mod := module{root, scratch}
	all, err := mod.own(pkg)
	if err != nil {
		return err
	}
	for _, test := range tests {
		if err := mod.others(all, pkg, test); err != nil {
			return err
		}
	}
	counts := map[string]int{}
	for _, m := range all {
		if counts[m.Status]++; m.Status == "LIVED" {
			fmt.Println(m)
		}
	}
	killed, lived := counts["KILLED"]+counts["TIMED OUT"], counts["LIVED"]
	fmt.Printf("%s: %d killed, %d lived, %d not covered: %.1f %%\n",
		pkg, killed, lived, counts["NOT COVERED"], 100*float64(killed)/float64(max(1, killed+lived)))
	return nil
}

// own runs gremlins, that is, the tests of the package, and returns all mutants.
func (mod module) own(pkg string) (all []mutant, err error) {
	result := filepath.Join(mod.scratch, "gremlins.json")
	// Gremlins measures the time of the tests from the cache.
	said, err := mod.command("run", gremlins, "unleash", pkg, "--timeout-coefficient", "60", "--output", result)
	if err != nil {
		return nil, fmt.Errorf("gremlins: %w\n%s", err, said)
	}
	data, err := os.ReadFile(result)
	if err != nil {
		return nil, err
	}
	var read struct {
		Files []struct {
			Name      string   `json:"file_name"`
			Mutations []mutant `json:"mutations"`
		} `json:"files"`
	}
	if err := json.Unmarshal(data, &read); err != nil {
		return nil, err
	}
	for _, f := range read.Files {
		for _, m := range f.Mutations {
			m.file = filepath.Join(pkg, filepath.Base(f.Name))
			all = append(all, m)
		}
	}
	slices.SortFunc(all, func(a, b mutant) int { return strings.Compare(a.String(), b.String()) })
	return all, nil
}

// others runs other tests on the mutants that no test has killed so far and that these cover.
func (mod module) others(all []mutant, pkg, test string) error {
	args := []string{"test", "-count=1", "-failfast", "-timeout=" + limit.String()}
	if name, pattern, ok := strings.Cut(test, ":"); ok {
		test, args = name, append(args, "-run="+pattern)
	}
	profile := filepath.Join(mod.scratch, "profile")
	if said, err := mod.command(append(slices.Clone(args), "-coverpkg="+pkg, "-coverprofile="+profile, test)...); err != nil {
		return fmt.Errorf("without a change: %w\n%s", err, said)
	}
	profiles, err := cover.ParseProfiles(profile)
	if err != nil {
		return err
	}
	for i := range all {
		m := &all[i]
		if open := m.Status == "LIVED" || m.Status == "NOT COVERED"; !open || !covered(profiles, *m) {
			continue
		}
		overlay, err := mod.apply(*m)
		if err != nil {
			return fmt.Errorf("%v: %w", m, err)
		}
		said, err := mod.command(append(slices.Clone(args), "-overlay="+overlay, test)...)
		switch {
		case err == nil:
			m.Status = "LIVED"
		case strings.Contains(said, "[build failed]"):
			m.Status = "NOT VIABLE"
		default:
			m.Status = "KILLED"
		}
	}
	return nil
}

// covered reports whether tests run the line of a mutant.
func covered(profiles []*cover.Profile, m mutant) bool {
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

// apply writes the file of a mutant and returns the file of an overlay that puts it in place.
func (mod module) apply(m mutant) (overlay string, err error) {
	original, err := filepath.Abs(filepath.Join(mod.root, m.file))
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(original)
	if err != nil {
		return "", err
	}
	changed, err := change(source, m)
	if err != nil {
		return "", err
	}
	file := filepath.Join(mod.scratch, "changed.go")
	data, err := json.Marshal(map[string]map[string]string{"Replace": {original: file}})
	overlay = filepath.Join(mod.scratch, "overlay.json")
	return overlay, errors.Join(err, os.WriteFile(file, changed, 0o600), os.WriteFile(overlay, data, 0o600))
}

// operators are the changes of gremlins, the longer operators first.
var operators = map[string][][2]string{
	"CONDITIONALS_BOUNDARY": {{">=", ">"}, {"<=", "<"}, {">", ">="}, {"<", "<="}},
	"CONDITIONALS_NEGATION": {{"==", "!="}, {"!=", "=="}, {">=", "<"}, {"<=", ">"}, {">", "<="}, {"<", ">="}},
	"ARITHMETIC_BASE":       {{"+", "-"}, {"-", "+"}, {"*", "/"}, {"/", "*"}, {"%", "*"}},
	"INVERT_NEGATIVES":      {{"-", "+"}},
	"INCREMENT_DECREMENT":   {{"++", "--"}, {"--", "++"}},
}

// change returns the source of a mutant.
func change(source []byte, m mutant) ([]byte, error) {
	lines := bytes.SplitAfter(source, []byte("\n"))
	if m.Line > len(lines) || m.Column > len(lines[m.Line-1]) {
		return nil, errors.New("there is no such place")
	}
	line := lines[m.Line-1]
	before, after := line[:m.Column-1], line[m.Column-1:]
	for _, o := range operators[m.Type] {
		if rest, ok := bytes.CutPrefix(after, []byte(o[0])); ok {
			lines[m.Line-1] = slices.Concat(before, []byte(o[1]), rest)
			return bytes.Join(lines, nil), nil
		}
	}
	return nil, errors.New("there is no such operator")
}

// command runs the go command in the root of the module and returns what it prints.
func (mod module) command(args ...string) (said string, err error) {
	c := exec.Command("go", args...)
	c.Dir, c.Env = mod.root, append(os.Environ(), "GOFLAGS=-vet=off", "GOWORK=off")
	out, err := c.CombinedOutput()
	return string(out), err
}
