package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/research/internal/table"
)

func TestMain(m *testing.M) { testkit.Main(m, main) }

// command runs the program and returns its output.
func command(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	status = run(t.Context(), args, &stdout, &stderr)
	return stdout.String(), stderr.String(), status
}

func TestList(t *testing.T) {
	out, errs, status := command(t, "-list", "-results", stored)
	require.Zero(t, status, errs)
	for _, e := range all() {
		require.Contains(t, out, "\n  "+e.name+" ")
		require.Contains(t, out, e.paper.text)
	}
	require.Regexp(t, `time-c4-40000-f5 +connect4 +40000ticks +400 +- +0\.\d{3} +\d+\.\d{2}\n`, out)
	require.Regexp(t, `\n\d+ experiments, \d+ without a result; `, out)
	list, _, status := command(t, "-list", "-results", t.TempDir())
	require.Zero(t, status)
	require.Contains(t, list, fmt.Sprintf("\n%[1]d experiments, %[1]d without a result; ", len(all())))
}

// tiny is the name of a short experiment, and tinyFile the name of the file with its result.
const tiny, tinyFile = "mast-uniform-c4", "mast.csv"

func TestQuick(t *testing.T) {
	folder := t.TempDir()
	out, errs, status := command(t, "-quick", tiny, "-games", "4", "-store", folder, "-results", stored)
	require.Zero(t, status, errs)
	require.Empty(t, errs, "there is no progress bar without a terminal")
	require.Contains(t, out, "(Finnsson")
	require.Regexp(t, `\n`+tiny+` +\d+ +4 +\d/\d/\d +0\.\d+ +0\.\d+ to 0\.\d+ +- +- +\d+s\n$`, out)
	rows, err := table.Read[result](filepath.Join(folder, "quick.csv"))
	require.NoError(t, err)
	require.Equal(t, 4, rows[tiny].Games())
	require.Contains(t, rows[tiny].A, "playout=mast")
}

func TestSeveral(t *testing.T) {
	out, errs, status := command(t, "-quick", "-results", stored, "-games", "2", "final-max-c4-10?", "mast-uniform-e0.?-c4", tiny)
	require.Zero(t, status, errs)
	require.Contains(t, out, "\n5 experiments: ")
	require.Less(t, strings.Index(out, "\nmast-uniform-c4"), strings.Index(out, "\nfinal-max"), "experiments are in the order of the page")
}

// TestJournal checks that an interrupted experiment continues from its journal with the same
// result.
func TestJournal(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	run := func(more ...string) string {
		results := t.TempDir()
		_, errs, status := command(t, append([]string{"-quick", tiny, "-games", "6", "-store", results, "-results", stored}, more...)...)
		require.Zero(t, status, errs)
		text, err := os.ReadFile(filepath.Join(results, "quick.csv"))
		require.NoError(t, err)
		return string(text)
	}
	whole := run()
	require.Equal(t, whole, run("-journal", folder))

	journal := filepath.Join(folder, tiny+"-quick.jsonl")
	text, err := os.ReadFile(journal)
	require.NoError(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	require.NoError(t, os.WriteFile(journal, append(bytes.Join(lines[:4], nil), lines[4][:20]...), 0o600))
	require.Equal(t, whole, run("-journal", folder))
	again, err := os.ReadFile(journal)
	require.NoError(t, err)
	require.Contains(t, string(lines[0]), `"seed":1,"opening_plies":2`)
	require.True(t, bytes.HasPrefix(again, bytes.Join(lines[:4], nil)), "the first three games are not played again")
}

// TestKill checks that an experiment continues after the program was killed at any time, with the
// same result.
func TestKill(t *testing.T) {
	whole, folder, journal := t.TempDir(), t.TempDir(), t.TempDir()
	const games = "40"
	_, errs, status := command(t, tiny, "-games", games, "-store", whole)
	require.Zero(t, status, errs)
	lines := func() int {
		text, _ := os.ReadFile(filepath.Join(journal, tiny+".jsonl")) // it may not be there yet
		return bytes.Count(text, []byte("\n"))
	}
	args := []string{tiny, "-games", games, "-workers", "2", "-journal", journal, "-store", folder}
	for range 3 {
		before, program := lines(), testkit.Command(t, args...)
		require.NoError(t, program.Start())
		require.Eventually(t, func() bool { return lines() >= before+3 }, time.Minute, time.Millisecond)
		require.NoError(t, program.Process.Kill())
		require.Error(t, program.Wait(), "it was killed before the last game")
		require.NoFileExists(t, filepath.Join(folder, tinyFile))
	}
	_, errs, status = command(t, args...)
	require.Zero(t, status, errs)
	want, err := os.ReadFile(filepath.Join(whole, tinyFile))
	require.NoError(t, err)
	have, err := os.ReadFile(filepath.Join(folder, tinyFile))
	require.NoError(t, err)
	require.Equal(t, string(want), string(have))
}

// TestSpread checks that a pair of games does not depend on the others, so that other machines can
// play some: with a journal that has the last and the first pair in this order, the result is the
// result of one machine.
func TestSpread(t *testing.T) {
	whole, folder, journal := t.TempDir(), t.TempDir(), t.TempDir()
	run := func(folder string) string {
		_, errs, status := command(t, tiny, "-games", "8", "-store", folder, "-journal", journal)
		require.Zero(t, status, errs)
		text, err := os.ReadFile(filepath.Join(folder, tinyFile))
		require.NoError(t, err)
		return string(text)
	}
	want := run(whole)
	path := filepath.Join(journal, tiny+".jsonl")
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	number := regexp.MustCompile(`^\{"game":(\d)`)
	games := map[string][]byte{}
	for _, line := range lines[1:9] {
		games[string(number.FindSubmatch(line)[1])] = line
	}
	some := slices.Concat(lines[0], games["7"], games["6"], games["0"], games["1"])
	require.NoError(t, os.WriteFile(path, some, 0o600))
	require.Equal(t, want, run(folder))
	again, err := os.ReadFile(path)
	require.NoError(t, err)
	require.True(t, bytes.HasPrefix(again, some), "these games are not played again")
	require.Len(t, bytes.SplitAfter(again, []byte("\n")), 10)
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	folder := t.TempDir()
	var out, errs bytes.Buffer
	require.Equal(t, 1, run(ctx, []string{"-journal", folder, tiny}, &out, &errs))
	require.Contains(t, errs.String(), "reproduce: "+tiny+": ")
	require.Contains(t, errs.String(), "the same command continues from "+folder)
}

func TestUsage(t *testing.T) {
	_, errs, status := command(t, "-help")
	require.Zero(t, status)
	require.Contains(t, errs, "-journal folder")
	require.Contains(t, errs, "published: all for which")
	for args, want := range map[string]string{
		"":                         "there is no experiment to play",
		"mast-unifrom-c4":          `there is no experiment "mast-unifrom-c4"; the nearest are mast-uniform-c4, `,
		"mast-uniform-c4 time-x-*": `there is no experiment "time-x-*"; the nearest are time-c4-`,
		"[":                        `"[" is not a pattern`,
		"all -games 3":             "-games is 3, want an even number",
		"all -games -2":            "-games is -2",
		"all -workers -1":          "-workers is -1",
		"all -list":                `unexpected argument "all"`,
		"all -write a":             `unexpected argument "all"`,
		"-list -write a":           "-list and -write exclude each other",
		"all -nosuch":              "-nosuch (-help lists the flags)",
		"all -cost -quick":         "-cost and -quick exclude each other",
		"all -cost -workers 2":     "-cost and -workers exclude each other",
		"-list -games 2":           "-list and -games exclude each other",
		"-write a -store b":        "-write and -store exclude each other",
		"all -results x":           "-results is for -list, -write, -cost and -quick",
		"all -quick -results x":    "-results: stat x: no such file or directory; want the folder",
		"-list -results main.go":   "-results: main.go is a file",
		"-cost":                    "there is no experiment to play",
	} {
		out, errs, status := command(t, strings.Fields(args)...)
		require.Equal(t, 2, status, args)
		require.Empty(t, out, args)
		require.True(t, strings.HasPrefix(errs, "reproduce: "), errs)
		require.Contains(t, errs, want, args)
	}
	folder := filepath.Join(t.TempDir(), "results")
	_, _, status = command(t, "-store", folder, "nosuch")
	require.Equal(t, 2, status)
	require.NoDirExists(t, folder)
}
