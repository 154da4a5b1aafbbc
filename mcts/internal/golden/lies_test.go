//go:build !race

package golden_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc64"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/internal/testkit"
	"github.com/banyan-go/banyan/mcts"
)

// saved are the configurations that save additional data, with games where they do.
var saved = map[string][]string{
	"default": {"three"}, "exp3": {"joint"}, "root exp3": {"joint"}, "odd root": {"joint"}, "ismcts": {"cards"}, "ensemble": {"cards"},
	"implicit": {"fast", "unranged"}, "puct": {"fast"}, "noise": {"points"}, "mast": {"unranged"}, "nst": {"fast"}, "lgrf": {"fast"},
	"solver": {"fast", "points", "chance"}, "solver turns": {"fast"}, "lockstep solver": {"fast"}, "virtual loss": {"two"}, "root": {"two"},
	"graph": {"fast", "sums", "chance"}, "graph solver": {"points"}, "graph puct": {"fast"}, "graph mast": {"three"},
	"graph discount": {"sums"}, "graph bytes": {"points"}, "graph implicit": {"points"},
}

// A saved search in which one number lies, behind a right checksum, is refused for the same reason
// as ever, or is the same sound tree as ever.
func TestFilesThatLie(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("other processors round math.Exp and sums of products differently")
	}
	var lines strings.Builder
	for _, s := range searches {
		for _, m := range mazes {
			if slices.Contains(saved[s.name], m.name) {
				name := fmt.Sprintf("%-16s %-8s", s.name, m.name)
				fmt.Fprintln(&lines, name, lies(t, name, m.maze, allowed(s.cfg, m.maze)))
			}
		}
	}
	testkit.Golden(t, "testdata/lies.txt", lines.String())
}

// slot is where an edge lies in memory, which is not part of the reason.
var slot = regexp.MustCompile(`slot \d+`)

// lies returns how many changed files are read, and the hash of what is said of all of them and of
// one of a search that has not run.
func lies(t *testing.T, name string, m maze, cfg mcts.Config) string {
	s, err := mcts.New(m, cfg)
	require.NoError(t, err, name)
	root := m.Start()
	var unused bytes.Buffer
	require.NoError(t, s.Save(&unused), name)
	_, err = s.Run(t.Context(), &root, mcts.Budget{Simulations: 12})
	require.NoError(t, err, name)
	var file bytes.Buffer
	require.NoError(t, s.Save(&file), name)
	data, table := file.Bytes(), crc64.MakeTable(crc64.ECMA)
	body, end := bytes.Index(data, []byte("Config.Seed")), len(data)-8
	reads, said := 0, crc64.New(table)
	said.Write(unused.Bytes())
	for at := body; at < end-8; at++ {
		changed := bytes.Clone(data)
		changed[at] ^= []byte{1, 2, 0x80}[at%3]
		binary.BigEndian.PutUint64(changed[end:], crc64.Checksum(changed[:end], table))
		if err := s.Load(bytes.NewReader(changed), &root); err != nil {
			_, _ = fmt.Fprintln(said, slot.ReplaceAllString(err.Error(), "slot"))
			continue
		}
		require.NoError(t, s.Check(), "%s, byte %d of %d", name, at, len(data))
		require.NoError(t, s.Save(said))
		reads++
	}
	require.NoError(t, s.Load(&unused, &root), name)
	require.NoError(t, s.Save(said))
	return fmt.Sprintf("%5d of %5d %016x", reads, end-8-body, said.Sum64())
}
