package tune_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/banyan-go/banyan/games/whist"
	"github.com/banyan-go/banyan/mcts"
	"github.com/banyan-go/banyan/tune"
)

// In a game with hidden information, the players of the space ignore it, even if there is one way
// left.
func TestDefaultSpaceHidden(t *testing.T) {
	rules, err := mcts.NewRules[whist.State](whist.Game{})
	require.NoError(t, err)
	for text, check := range map[string]func(string) error{
		"hidden=infoset": func(player string) error {
			if strings.Contains(player, "ensemble") {
				return errors.New("too many trees")
			}
			return nil
		},
		"": func(string) error { return nil },
	} {
		s, err := tune.DefaultSpace(rules, nil, check)
		require.NoError(t, err)
		require.Equal(t, text, s.Fixed)
		require.Equal(t, text == "", strings.Contains(s.String(), "hidden=infoset|ensemble"))
		require.Contains(t, s.Text(s.Start()), "hidden=infoset")
	}
}
