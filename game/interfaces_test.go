package game_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/game"
	"github.com/banyan-go/banyan/games/connect4"
	"github.com/banyan-go/banyan/rng"
)

type (
	state = connect4.State
	drop  = connect4.Drop
)

// The table names every field of Rules once, and in the order of the fields.
func TestInterfaces(t *testing.T) {
	rules := reflect.TypeFor[game.Rules[state, drop]]()
	table := game.Interfaces()
	require.Len(t, table, rules.NumField()-2)
	for k, i := range table {
		name, _, _ := strings.Cut(rules.Field(k+2).Type.Name(), "[")
		require.Equal(t, string(i.Name), name)
		require.NotEmpty(t, i.Purpose)
		require.NotEmpty(t, i.Missing)
	}
	table[0].Purpose = ""
	require.NotEmpty(t, game.Interfaces()[0].Purpose, "the table is the caller's")
}

// five is Connect Four with the five methods alone.
type five struct{ game.Game[state, drop] }

// wrapped is a wrapper around a game.
type wrapped struct{ five }

func (w wrapped) Unwrap() game.Game[state, drop] { return w.Game }

// without is a wrapper that switches an interface off although it has the method.
type without struct{ wrapped }

func (without) Playout(*state, *rng.Rand, []float64) {}
func (without) Supports(c game.Capability) bool      { return c != game.HasPlayouter }
func (without) PlayerName(int) string                { return "nobody" }

func described(g game.Game[state, drop]) map[game.Capability]game.Description {
	all := map[game.Capability]game.Description{}
	for _, d := range game.Describe(g) {
		all[d.Name] = d
	}
	return all
}

func TestDescribe(t *testing.T) {
	for _, d := range described(five{connect4.Game{}}) {
		require.False(t, d.Found, d.Name)
		require.Empty(t, d.Mistake, d.Name)
	}
	all := described(wrapped{five{connect4.Game{}}})
	require.True(t, all[game.HasPlayouter].Found, "behind a wrapper")
	require.Equal(t, []string{"Playout", "RecordPlayout"}, all[game.HasPlayoutRecorder].Methods)

	all = described(without{wrapped{five{connect4.Game{}}}})
	require.False(t, all[game.HasPlayouter].Found, "switched off")
	require.True(t, all[game.HasPlayerNamer].Found)
	require.True(t, all[game.HasTexter].Found, "of the game in the wrapper")

	all = described(five{misspelt{}})
	require.Empty(t, all[game.HasEvaluator].Mistake, "five hides the methods of its game")
	all = described(misspelt{})
	require.Equal(t, "Evaluate is a func(*connect4.State, []float32), want a func(*connect4.State, []float64)", all[game.HasEvaluator].Mistake)
	require.Equal(t, "there is no method NumActions", all[game.HasIndexer].Mistake)
}

// misspelt is a game of five methods, with two mistakes.
type misspelt struct{ five }

func (misspelt) Evaluate(*state, []float32) {}
func (misspelt) ActionIndex(drop) int       { return 0 }

// NewRules agrees with Describe.
func TestNewRules(t *testing.T) {
	for _, g := range []game.Game[state, drop]{
		connect4.Game{}, five{connect4.Game{}}, wrapped{five{connect4.Game{}}}, without{wrapped{five{connect4.Game{}}}},
	} {
		r, err := game.NewRules(g)
		require.NoError(t, err)
		fields := reflect.ValueOf(r)
		for k, d := range game.Describe(g) {
			require.Equal(t, d.Found, !fields.Field(k+2).IsNil(), "%T, %s", g, d.Name)
		}
	}
	_, err := game.NewRules[state, drop](nil)
	require.ErrorContains(t, err, "the game is nil")
}
