package table_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/banyan-go/banyan/arena/stats"
	"github.com/banyan-go/banyan/research/internal/table"
)

// row has fields of all kinds.
type row struct {
	Name  string
	Seed  uint64
	Share float64
	List  []float64
	Own   stats.Tally
	stats.Tally
}

// A row is read as it was written, whatever its numbers and texts are.
func TestRoundTrip(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		path, want := filepath.Join(folder, "rows.csv"), map[string]row{}
		text := rapid.StringMatching(`[a-z0-9 ,"'\n=.-]*`)
		require.NoError(t, table.Write(path, want))
		for _, name := range rapid.SliceOf(text).Draw(t, "names") {
			r := row{
				Name: name, Seed: rapid.Uint64().Draw(t, "seed"), Share: rapid.Float64().Draw(t, "share"),
				List: rapid.SliceOfN(rapid.Float64(), 1, 3).Draw(t, "list"),
				Own:  stats.Tally{Draws: rapid.Int().Draw(t, "draws")}, Tally: stats.Tally{Wins: rapid.Int().Draw(t, "wins")},
			}
			want[name] = r
			require.NoError(t, table.Put(path, r))
		}
		have, err := table.Read[row](path)
		require.NoError(t, err)
		require.Equal(t, want, have)
	})
}

// Each row has one line; the lines are in the order of the names.
func TestLines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.csv")
	have, err := table.Read[row](path)
	require.NoError(t, err)
	require.Empty(t, have, "there is no file")
	require.NoError(t, table.Put(path, row{Name: "b", Share: 0.5, List: []float64{1, 2}}))
	require.NoError(t, table.Put(path, row{Name: "a,c"}))
	require.NoError(t, table.Put(path, row{Name: "b", Seed: 3, Tally: stats.Tally{Losses: 1}}))
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	const columns = "name,seed,share,list,own_wins,own_draws,own_losses,wins,draws,losses\n"
	require.Equal(t, columns+"\"a,c\",0,0,null,0,0,0,0,0,0\nb,3,0,null,0,0,0,0,0,1\n", string(text))
	require.NoFileExists(t, path+".new")

	for text, want := range map[string]string{
		"name\n":                            `rows.csv: the columns are ["name"], want ["name" "seed"`,
		columns + "b\n":                     "rows.csv: record on line 2: wrong number of fields",
		columns + "b,-1,0,[],0,0,0,0,0,0\n": "rows.csv: seed of b: ",
		columns + "b,1,0,[],0,0,0,0,0,0\nb,2,0,[],0,0,0,0,0,0\n": "rows.csv: two rows are of b",
	} {
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		_, err := table.Read[row](path)
		require.ErrorContains(t, err, want)
		require.Error(t, table.Put(path, row{Name: "c"}), "it is not overwritten")
	}
}
