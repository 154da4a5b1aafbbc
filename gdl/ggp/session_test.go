package ggp

import (
	"log/slog"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/arena"
	"github.com/banyan-go/banyan/gdl"
	"github.com/banyan-go/banyan/gdl/ggp/internal/protocol"
	"github.com/banyan-go/banyan/gdl/internal/sheet"
	"github.com/banyan-go/banyan/gdl/internal/sheettest"
)

// What is played before the game is loaded is checked by the rules, and played when it is loaded.
func TestLateLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ask := func(s *session, text string) string {
			m, err := protocol.Parse([]byte(text))
			require.NoError(t, err)
			answer, err := s.play(t.Context(), m.Moves, time.Now())
			if err != nil {
				return err.Error()
			}
			return answer
		}
		text := sheettest.Own(t)["tictactoe"]
		start, err := protocol.Parse([]byte("(START m o (" + text + ") 10 5)"))
		require.NoError(t, err)
		rules, err := sheet.New(start.Rules)
		require.NoError(t, err)
		g, err := gdl.Load(t.Context(), []byte(text), gdl.Limits{})
		require.NoError(t, err)
		random := func(m MatchInfo, seed uint64) (arena.Player[gdl.State, gdl.Action], error) {
			return arena.Random[gdl.State, gdl.Action]("random", m.Game).New(seed)
		}
		config := Config{Limits: gdl.Limits{Literals: 1}, NewChooser: random, Margin: time.Second, Log: slog.New(slog.DiscardHandler)}
		var group sync.WaitGroup
		s := newSession(config, 1, start, rules, time.Now(), &group)
		<-s.prepared
		require.Nil(t, s.game)
		require.Equal(t, "noop", ask(s, "(PLAY m NIL)"))
		require.Equal(t, "noop", ask(s, "(PLAY m NIL)"))
		require.Contains(t, ask(s, "(PLAY m ((MARK 1 1) (noop)))"), "(mark ")
		require.Equal(t, "noop", ask(s, "(PLAY m (noop (mark 2 2)))"))
		state, err := s.open(g)
		require.NoError(t, err)
		require.Len(t, s.untold, 2)
		require.Equal(t, []string{"(cell 1 1 x)", "(cell 2 2 o)", "(turn x)"}, slices.Sorted(slices.Values(g.True(&state))))
		s.thinker.match = MatchInfo{Game: g, Role: "o", Seat: 1, StartClock: time.Second, PlayClock: time.Second}
		require.Contains(t, ask(s, "(PLAY m ((mark 1 2) noop))"), "(mark ")
		require.Len(t, s.thinker.played, 3)
		s.close()
		group.Wait()

		s = newSession(config, 1, start, rules, time.Now(), &group)
		require.Equal(t, "noop", ask(s, "(PLAY m NIL)"))
		require.Equal(t, ErrLate.Error(), ask(s, "(PLAY m ((mark 9 9) noop))"))
		s.close()
		group.Wait()
	})
}
